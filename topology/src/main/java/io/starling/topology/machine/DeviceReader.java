package io.starling.topology.machine;

import io.starling.topology.hwloc.HwlocObject;
import io.starling.topology.hwloc.HwlocObjectType;
import io.starling.topology.hwloc.HwlocOsDeviceType;
import io.starling.topology.hwloc.HwlocPciDevice;
import io.starling.topology.machine.HardwareDevice.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copies hwloc's devices into the model: one per PCI device, with the names of the OS devices in
 * it.
 *
 * <pre>
 *   PACKAGE 0 (cpus 0-15)                     the place of the device
 *   |-- bridge -- bridge -- PCI 3b:00.0       the device
 *                           |-- OS ib0        its names
 *                           |-- OS mlx5_0
 * </pre>
 */
final class DeviceReader {

  /** ASPEED and Matrox: the console screens of servers, which have the PCI class of GPUs. */
  private static final Set<Integer> SCREENS_ON_BASEBOARDS = Set.of(0x1a03, 0x102b);

  private static final int INFINIBAND = 0x0c06;

  private final List<HardwareDevice> devices = new ArrayList<>();

  private DeviceReader() {}

  /** By bus id. */
  static List<HardwareDevice> read(HwlocObject root) {
    DeviceReader reader = new DeviceReader();
    reader.readInside(root);
    reader.devices.sort(
        Comparator.comparing(HardwareDevice::busId)
            .thenComparing(device -> device.names().toString()));
    return List.copyOf(reader.devices);
  }

  private void readInside(HwlocObject object) {
    List<HwlocObject> attached = object.deviceChildren();
    if (!attached.isEmpty()) {
      CpuSet near = CpuSet.parse(object.cpuset());
      attached.forEach(device -> read(device, near));
    }
    object.children().forEach(this::readInside);
  }

  private void read(HwlocObject object, CpuSet near) {
    if (object.type() == HwlocObjectType.PCI_DEVICE) {
      HwlocPciDevice pci = object.pciDevice();
      devices.add(
          new HardwareDevice(
              kindOf(pci),
              pci.busId(),
              pci.vendorId(),
              pci.deviceId(),
              modelOf(object),
              namesIn(object),
              near));
    } else if (object.type() == HwlocObjectType.OS_DEVICE) {
      devices.add(
          new HardwareDevice(
              kindOf(object.osDeviceType()),
              "",
              0,
              0,
              modelOf(object),
              List.of(object.name()),
              near));
    } else {
      object.deviceChildren().forEach(child -> read(child, near));
    }
  }

  /**
   * The name from its driver, if hwloc could query that, otherwise from the list of all PCI
   * devices.
   */
  private static String modelOf(HwlocObject device) {
    return Stream.concat(
            Stream.concat(Stream.of(device), device.deviceChildren().stream())
                .map(object -> object.info("GPUModel")),
            Stream.of(device).map(object -> object.info("PCIDevice")))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("");
  }

  private static List<String> namesIn(HwlocObject device) {
    List<String> names = new ArrayList<>();
    for (HwlocObject child : device.deviceChildren()) {
      names.add(child.name());
      names.addAll(namesIn(child));
    }
    names.sort(Comparator.naturalOrder());
    return names;
  }

  private static Kind kindOf(HwlocPciDevice pci) {
    if (pci.classId() == INFINIBAND) {
      return Kind.NETWORK;
    }
    return switch (pci.classId() >> Byte.SIZE) {
      case 0x01 -> Kind.STORAGE;
      case 0x02 -> Kind.NETWORK;
      case 0x03 -> SCREENS_ON_BASEBOARDS.contains(pci.vendorId()) ? Kind.OTHER : Kind.GPU;
      case 0x12 -> Kind.GPU; // Processing accelerators, the class of some of AMD's GPUs.
      default -> Kind.OTHER;
    };
  }

  private static Kind kindOf(HwlocOsDeviceType type) {
    return switch (type) {
      case NETWORK, OPEN_FABRICS -> Kind.NETWORK;
      case GPU, COPROCESSOR -> Kind.GPU;
      case BLOCK -> Kind.STORAGE;
      case DMA -> Kind.OTHER;
    };
  }
}
