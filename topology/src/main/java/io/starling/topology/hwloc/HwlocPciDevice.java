package io.starling.topology.hwloc;

import com.sun.jna.Pointer;

/**
 * A copy of {@code struct hwloc_pcidev_attr_s}, with domains of 16 bits as hwloc 2.x has them.
 *
 * @param busId domain, bus, device and function, such as {@code 0000:3b:00.0}
 * @param classId base class in the upper byte, subclass in the lower
 * @param vendorId the PCI number of the vendor
 * @param deviceId the vendor's number of the device
 */
public record HwlocPciDevice(String busId, int classId, int vendorId, int deviceId) {

  static HwlocPciDevice at(Pointer attributes) {
    String busId =
        "%04x:%02x:%02x.%x"
            .formatted(
                unsignedShort(attributes, 0),
                Byte.toUnsignedInt(attributes.getByte(2)),
                Byte.toUnsignedInt(attributes.getByte(3)),
                Byte.toUnsignedInt(attributes.getByte(4)));
    return new HwlocPciDevice(
        busId,
        unsignedShort(attributes, 6),
        unsignedShort(attributes, 8),
        unsignedShort(attributes, 10));
  }

  private static int unsignedShort(Pointer attributes, long offset) {
    return Short.toUnsignedInt(attributes.getShort(offset));
  }
}
