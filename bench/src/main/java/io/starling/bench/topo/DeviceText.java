package io.starling.bench.topo;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The devices of a machine that matter to messages, a line each: {@code network 0000:5e:00.0 (ib0,
 * mlx5_0), near NUMA 1}. GPUs have the numbers that {@code --gpu-map} takes, and their ranks:
 * {@code gpu 0: NVIDIA A100-SXM4-80GB, 0000:3b:00.0 (card1), near NUMA 0; ranks 0-3}.
 */
final class DeviceText {

  private DeviceText() {}

  /** Those of a machine, with the GPUs on it and their ranks. */
  static List<Outline> of(Machine machine, List<AssignedGpu> gpus) {
    Map<HardwareDevice, AssignedGpu> users =
        gpus.stream()
            .collect(Collectors.toMap(AssignedGpu::device, gpu -> gpu, (first, _) -> first));
    return machine.devices().stream()
        .filter(device -> device.kind() != HardwareDevice.Kind.OTHER)
        .map(device -> Outline.leaf(line(machine, device, users.get(device))))
        .toList();
  }

  private static String line(Machine machine, HardwareDevice device, AssignedGpu gpu) {
    StringBuilder line = new StringBuilder(device.kind().name().toLowerCase(Locale.ROOT));
    if (gpu != null && gpu.number() >= 0) {
      line.append(' ').append(gpu.number()).append(':');
    }
    if (!device.label().isEmpty()) {
      line.append(' ').append(device.label());
    }
    if (!device.names().isEmpty()) {
      line.append(" (").append(String.join(", ", device.names())).append(')');
    }
    if (!device.near().containsAll(machine.cpus())) {
      line.append(", near ").append(place(machine, device.near()));
    }
    if (gpu != null && !gpu.ranks().isEmpty()) {
      line.append("; ").append(gpu.users());
    }
    return line.toString();
  }

  /** The largest piece that has just these PUs. */
  private static String place(Machine machine, CpuSet near) {
    return Stream.of(HardwareType.PACKAGE, HardwareType.NUMA, HardwareType.L3)
        .flatMap(type -> machine.objects(type).stream())
        .filter(object -> object.cpus().equals(near))
        .findFirst()
        .map(
            object ->
                (object.type() == HardwareType.PACKAGE ? "package" : object.type().name())
                    + " "
                    + object.logicalIndex())
        .orElse("PUs " + near);
  }
}
