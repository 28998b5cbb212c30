package io.starling.gpu;

import io.starling.runtime.bootstrap.api.LocalRank;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Determines the device of a rank. */
final class GpuChoice {

  /** The value of the variable for ranks without a device. */
  private static final String NONE = "none";

  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  /**
   * As Linux, CUDA and nvidia-smi write it; they differ in case and in the digits of the domain.
   */
  private static final Pattern PCI_BUS_ID =
      Pattern.compile(
          "(?:([0-9a-f]{4,8}):)?([0-9a-f]{2}):([0-9a-f]{2})\\.([0-7])", Pattern.CASE_INSENSITIVE);

  private static final int HEXADECIMAL = 16;

  private GpuChoice() {}

  /**
   * The device that {@link Gpu#VARIABLE} names, otherwise the one for the local rank in turn,
   * otherwise the first.
   *
   * @throws GpuUnavailableException if there is no device, not the named one, or the variable is
   *     {@code none}
   */
  static GpuDevice of(Gpus gpus, Map<String, String> environment) {
    String name = environment.get(Gpu.VARIABLE);
    if (name != null && name.strip().equals(NONE)) {
      throw new GpuUnavailableException(
          "%s is '%s' because of the launcher's option --gpu-map none, so no rank has a GPU; omit that option to use GPUs"
              .formatted(Gpu.VARIABLE, NONE));
    }
    if (name != null && !name.isBlank()) {
      return named(gpus, name.strip());
    }
    int count = gpus.devices().size();
    int turn = LocalRank.of(environment);
    return gpus.device(count == 0 ? 0 : turn % count);
  }

  private static GpuDevice named(Gpus gpus, String name) {
    List<GpuDevice> devices = gpus.devices();
    if (devices.isEmpty()) {
      return gpus.device(0);
    }
    if (INDEX.matcher(name).matches()) {
      int index = Integer.parseInt(name);
      return devices.stream()
          .filter(device -> device.index() == index)
          .findFirst()
          .orElseThrow(() -> unknown(name, devices));
    }
    List<Long> place = place(name).orElseThrow(() -> unknown(name, devices));
    return devices.stream()
        .filter(device -> place(device.pciBusId()).filter(place::equals).isPresent())
        .findFirst()
        .orElseThrow(() -> unknown(name, devices));
  }

  /** Domain, bus, device and function. */
  private static Optional<List<Long>> place(String busId) {
    Matcher matcher = PCI_BUS_ID.matcher(busId);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String domain = matcher.group(1) == null ? "0" : matcher.group(1);
    return Optional.of(
        List.of(
            Long.parseLong(domain, HEXADECIMAL),
            Long.parseLong(matcher.group(2), HEXADECIMAL),
            Long.parseLong(matcher.group(3), HEXADECIMAL),
            Long.parseLong(matcher.group(4), HEXADECIMAL)));
  }

  private static GpuUnavailableException unknown(String name, List<GpuDevice> devices) {
    return new GpuUnavailableException(
        "%s is '%s', which is not a device; write an index or a PCI bus id of %s (CUDA_VISIBLE_DEVICES may hide others)"
            .formatted(
                Gpu.VARIABLE,
                name,
                devices.stream()
                    .map(device -> device.index() + " at " + device.pciBusId())
                    .collect(Collectors.joining(", "))));
  }
}
