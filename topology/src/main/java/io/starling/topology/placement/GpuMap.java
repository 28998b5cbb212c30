package io.starling.topology.placement;

import io.starling.topology.Device;
import io.starling.topology.Machine;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the user wants the GPUs of each node to be given to its ranks. */
public sealed interface GpuMap {

  /** Each rank one of those near its cores. */
  GpuMap AUTO = new Near();

  /** No rank any. */
  GpuMap NONE = new None();

  /** {@link #AUTO}. */
  record Near() implements GpuMap {}

  /** {@link #NONE}. */
  record None() implements GpuMap {}

  /**
   * The i-th rank of a node gets the i-th of these, round and round.
   *
   * @param entries numbers of GPUs in the order of their bus ids, from 0, or bus ids, such as
   *     {@code 0000:3b:00.0}, without the domain {@code 3b:00.0}, or as nvidia-smi writes them
   *     {@code 00000000:3B:00.0}; not checked before {@link #devices}
   */
  record Listed(List<String> entries) implements GpuMap {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

    /** Zeros with which nvidia-smi fills up the domain; Linux writes at least four digits. */
    private static final Pattern FILLING = Pattern.compile("^0+(?=[0-9a-f]{4,}:[0-9a-f]{2}:)");

    /** Copies the list. */
    public Listed {
      entries = List.copyOf(entries);
    }

    /**
     * The GPUs that the entries name on a machine.
     *
     * @param name what the machine is called in messages
     * @throws IllegalArgumentException if it does not have one of them; the message names the entry
     *     and lists what there is
     */
    List<Device> devices(Machine machine, String name) {
      List<Device> gpus = machine.nvidiaGpus();
      return entries.stream().map(entry -> find(entry.strip(), gpus, name)).toList();
    }

    private Device find(String entry, List<Device> gpus, String name) {
      String busId = FILLING.matcher(entry.toLowerCase(Locale.ROOT)).replaceFirst("");
      for (int i = 0; i < gpus.size(); i++) {
        String known = gpus.get(i).busId();
        boolean isNumber = NUMBER.matcher(entry).matches() && Integer.parseInt(entry) == i;
        if (isNumber || known.equals(busId) || known.equals("0000:" + busId)) {
          return gpus.get(i);
        }
      }
      throw new IllegalArgumentException(
          "--gpu-map %s: %s has no GPU '%s'; it has %s"
              .formatted(String.join(",", entries), name, entry, known(gpus)));
    }

    private static String known(List<Device> gpus) {
      return gpus.isEmpty()
          ? "none of NVIDIA's at all that hwloc sees; without --gpu-map, STARLING_GPU can name one"
          : IntStream.range(0, gpus.size())
              .mapToObj(i -> i + " (" + gpus.get(i).label() + ")")
              .collect(Collectors.joining(", "));
    }
  }

  /** Reads {@code auto}, {@code none} or a list such as {@code 0,1,1,0}. */
  static GpuMap parse(String text) {
    return switch (text.strip()) {
      case "auto" -> AUTO;
      case "none" -> NONE;
      default -> new Listed(List.of(text.split(",", -1)));
    };
  }
}
