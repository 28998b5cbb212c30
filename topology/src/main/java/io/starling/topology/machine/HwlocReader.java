package io.starling.topology.machine;

import io.starling.topology.hwloc.HwlocObject;
import java.util.List;

/** Copies hwloc's objects into the model, so that no native memory is needed afterwards. */
final class HwlocReader {

  private HwlocReader() {}

  static HardwareObject read(HwlocObject object) {
    HardwareType type = typeOf(object);
    return new HardwareObject(
        type,
        object.logicalIndex(),
        object.osIndex(),
        CpuSet.parse(object.cpuset()),
        hasSize(type) ? object.bytes() : 0,
        readAll(object.children()),
        readAll(object.memoryChildren()));
  }

  private static List<HardwareObject> readAll(List<HwlocObject> objects) {
    return objects.stream().map(HwlocReader::read).toList();
  }

  private static boolean hasSize(HardwareType type) {
    return switch (type) {
      case NUMA, L5, L4, L3, L2, L1 -> true;
      case MACHINE, PACKAGE, DIE, GROUP, CORE, PU -> false;
    };
  }

  private static HardwareType typeOf(HwlocObject object) {
    return switch (object.type()) {
      case MACHINE -> HardwareType.MACHINE;
      case PACKAGE -> HardwareType.PACKAGE;
      case DIE -> HardwareType.DIE;
      case GROUP -> HardwareType.GROUP;
      case NUMA_NODE -> HardwareType.NUMA;
      case L5_CACHE -> HardwareType.L5;
      case L4_CACHE -> HardwareType.L4;
      case L3_CACHE -> HardwareType.L3;
      case L2_CACHE -> HardwareType.L2;
      case L1_CACHE -> HardwareType.L1;
      case CORE -> HardwareType.CORE;
      case PU -> HardwareType.PU;
      case L1_INSTRUCTION_CACHE,
          L2_INSTRUCTION_CACHE,
          L3_INSTRUCTION_CACHE,
          BRIDGE,
          PCI_DEVICE,
          OS_DEVICE,
          MISCELLANEOUS,
          MEMORY_CACHE ->
          throw new IllegalStateException(
              "hwloc returned an object type that is filtered out: " + object.type());
    };
  }
}
