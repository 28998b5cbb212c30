package io.starling.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What Linux knows of the devices on the PCI bus without asking any of them, which is quick.
 *
 * @param devices a folder for each device, as {@code /sys/bus/pci/devices}
 */
record PciBus(Path devices) {

  /** That of this machine. */
  static PciBus here() {
    return new PciBus(Path.of("/sys/bus/pci/devices"));
  }

  /** Whether any device is of this vendor; none is where the bus can't be read. */
  boolean hasVendor(int vendorId) {
    String wanted = "0x%04x".formatted(vendorId);
    try (Stream<Path> folders = Files.list(devices)) {
      return folders.anyMatch(folder -> vendor(folder).equals(wanted));
    } catch (IOException _) {
      return false;
    }
  }

  private static String vendor(Path device) {
    try {
      return Files.readString(device.resolve("vendor")).strip();
    } catch (IOException _) {
      return "";
    }
  }
}
