package io.starling.topology;

import io.starling.topology.hwloc.HwlocException;
import io.starling.topology.hwloc.HwlocTopology;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Makes machines from hwloc's XML files. What is no XML is refused before hwloc sees it: its parser
 * writes to the standard error stream, and hwloc does not say why it refuses.
 */
final class XmlDescription {

  private static final String ROOT = "topology";

  private XmlDescription() {}

  static Machine read(Path file) {
    if (!Files.isReadable(file)) {
      throw refusal("cannot read the topology file '" + file + "'", null);
    }
    if (!Files.isRegularFile(file)) {
      throw refusal("the topology file '" + file + "' is no regular file", null);
    }
    requireXml(file);
    Machine.requireHwloc();
    try {
      return Machine.read(() -> HwlocTopology.ofXml(file));
    } catch (HwlocException e) {
      throw noTopology(file, "hwloc refuses what it says", e);
    }
  }

  private static void requireXml(Path file) {
    try (InputStream input = Files.newInputStream(file)) {
      XMLStreamReader reader = parser().createXMLStreamReader(input);
      while (reader.next() != XMLStreamConstants.START_ELEMENT) {
        // A comment or the DTD's name.
      }
      if (!reader.getLocalName().equals(ROOT)) {
        throw noTopology(
            file, "it begins with <%s>, not <%s>".formatted(reader.getLocalName(), ROOT), null);
      }
      while (reader.hasNext()) {
        reader.next();
      }
    } catch (XMLStreamException e) {
      String line = e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNumber();
      throw noTopology(file, "it is no well-formed XML" + line, e);
    } catch (IOException e) {
      throw refusal("cannot read the topology file '" + file + "'", e);
    }
  }

  /** Reads nothing but the file itself: hwloc's files name a DTD that is nowhere. */
  private static XMLInputFactory parser() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  private static IllegalArgumentException noTopology(Path file, String reason, Exception cause) {
    return refusal("'" + file + "' is no hwloc XML file: " + reason, cause);
  }

  private static IllegalArgumentException refusal(String message, Exception cause) {
    return new IllegalArgumentException(message, cause);
  }
}
