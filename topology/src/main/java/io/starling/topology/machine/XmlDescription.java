package io.starling.topology.machine;

import io.starling.topology.hwloc.HwlocException;
import io.starling.topology.hwloc.HwlocTopology;
import io.starling.topology.hwloc.PlainXml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes machines from hwloc's XML files, and reports the error in a wrong one. */
final class XmlDescription {

  private XmlDescription() {}

  static Machine read(Path file) {
    if (!Files.isReadable(file)) {
      throw refusal("cannot read the topology file '" + file + "'", null);
    }
    if (!Files.isRegularFile(file)) {
      throw refusal("the topology file '" + file + "' is not a regular file", null);
    }
    PlainXml xml = plain(file);
    Machine.requireHwloc();
    try {
      return Machine.read(() -> HwlocTopology.ofXml(xml));
    } catch (HwlocException e) {
      throw noTopology(file, xml.likelyFault(), e);
    }
  }

  private static PlainXml plain(Path file) {
    try {
      return PlainXml.of(file);
    } catch (HwlocException e) {
      throw noTopology(file, e.getMessage(), e);
    } catch (IOException e) {
      throw refusal("cannot read the topology file '" + file + "'", e);
    }
  }

  private static IllegalArgumentException noTopology(Path file, String reason, Exception cause) {
    return refusal(
        "'%s' is not an hwloc XML file: %s; 'lstopo machine.xml' writes one"
            .formatted(file, reason),
        cause);
  }

  private static IllegalArgumentException refusal(String message, Exception cause) {
    return new IllegalArgumentException(message, cause);
  }
}
