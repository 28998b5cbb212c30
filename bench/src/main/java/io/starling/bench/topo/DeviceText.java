package io.starling.bench.topo;

import io.starling.topology.CpuSet;
import io.starling.topology.Device;
import io.starling.topology.HardwareType;
import io.starling.topology.Machine;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The devices of a machine that matter to messages, a line each: {@code network 0000:5e:00.0 (ib0,
 * mlx5_0), near NUMA 1}.
 */
final class DeviceText {

  private DeviceText() {}

  static List<Outline> of(Machine machine) {
    return machine.devices().stream()
        .filter(device -> device.kind() != Device.Kind.OTHER)
        .map(device -> Outline.leaf(line(machine, device)))
        .toList();
  }

  private static String line(Machine machine, Device device) {
    StringBuilder line = new StringBuilder(device.kind().name().toLowerCase(Locale.ROOT));
    if (!device.busId().isEmpty()) {
      line.append(' ').append(device.busId());
    }
    if (!device.names().isEmpty()) {
      line.append(" (").append(String.join(", ", device.names())).append(')');
    }
    if (!device.near().containsAll(machine.cpus())) {
      line.append(", near ").append(place(machine, device.near()));
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
