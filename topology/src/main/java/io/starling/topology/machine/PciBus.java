package io.starling.topology.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Reads Linux's list of PCI devices without querying the devices, which is quick.
 *
 * @param devices the folder with a folder per device, as {@code /sys/bus/pci/devices}
 */
record PciBus(Path devices) {

  /** The PCI bus of this machine. */
  static PciBus here() {
    return new PciBus(Path.of("/sys/bus/pci/devices"));
  }

  /** Whether any device is of this vendor; false if the bus can't be read. */
  boolean hasVendor(int vendorId) {
    String wanted = "0x" + HexFormat.of().toHexDigits((char) vendorId);
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(devices)) {
      for (Path folder : folders) {
        if (vendor(folder).equals(wanted)) {
          return true;
        }
      }
      return false;
    } catch (IOException | DirectoryIteratorException _) {
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
