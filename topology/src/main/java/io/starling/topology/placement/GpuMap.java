package io.starling.topology.placement;

import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.Machine;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The user's choice of how ranks get the GPUs of their node. */
public sealed interface GpuMap {

  /** Each rank gets a GPU near its cores. */
  GpuMap AUTO = new Near();

  /** No rank gets a GPU. */
  GpuMap NONE = new None();

  /** {@link #AUTO}. */
  record Near() implements GpuMap {}

  /** {@link #NONE}. */
  record None() implements GpuMap {}

  /**
   * The i-th rank of a node gets the i-th entry, cyclically.
   *
   * @param entries numbers of GPUs in the order of their bus ids, from 0, or bus ids, such as
   *     {@code 0000:3b:00.0}, without the domain {@code 3b:00.0}, or as nvidia-smi writes them
   *     {@code 00000000:3B:00.0}; not checked before {@link #devices}
   */
  record Listed(List<String> entries) implements GpuMap {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");

    /** The zeros with which nvidia-smi pads the domain; Linux writes at least four digits. */
    private static final Pattern FILLING = Pattern.compile("^0+(?=[0-9a-f]{4,}:[0-9a-f]{2}:)");

    /** Copies the list. */
    public Listed {
      entries = List.copyOf(entries);
    }

    /**
     * The GPUs that the entries name on a machine.
     *
     * @param name the machine's name in messages
     * @throws IllegalArgumentException if it lacks one of them; the message names the entry and
     *     lists its GPUs
     */
    List<HardwareDevice> devices(Machine machine, String name) {
      List<HardwareDevice> gpus = machine.nvidiaGpus();
      return entries.stream().map(entry -> find(entry.strip(), gpus, name)).toList();
    }

    private HardwareDevice find(String entry, List<HardwareDevice> gpus, String name) {
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

    private static String known(List<HardwareDevice> gpus) {
      return gpus.isEmpty()
          ? "no GPU of NVIDIA that hwloc sees; without --gpu-map, STARLING_GPU can name one"
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
