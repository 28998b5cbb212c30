package io.starling.topology.hwloc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A machine's XML file, reduced to the XML that every hwloc reads in the same way. hwloc reads XML
 * with libxml2 if its plugin is installed (Debian package {@code libhwloc-plugins}), otherwise with
 * its own small reader ({@code topology-xml-nolibxml.c}):
 *
 * <pre>
 *   in the file                       its own reader         libxml2
 *   a comment between objects         refuses the file       loses the objects after it
 *   CDATA, other instructions         refuses the file       loses the objects after it
 *   '...', a line break, &amp;#65;        loses the attributes   reads it
 *   encodings, a byte order mark      takes them as UTF-8    reads them
 *   an empty value                    keeps it               loses it
 * </pre>
 *
 * Therefore the JDK reads the file, and hwloc gets elements, attributes in double quotes and lists
 * of numbers, in UTF-8.
 */
public final class PlainXml {

  private static final String ROOT = "topology";

  /** Only elements that contain the length of their text have one: lists of distances. */
  private static final String LENGTH = "length";

  /** User data that programs have attached to objects, in any form. */
  private static final String FOREIGN = "userdata";

  private static final Pattern ELEMENT = Pattern.compile("[a-z0-9_]+");
  private static final Pattern ATTRIBUTE = Pattern.compile("(?!xmlns)[a-z_]+");

  private final XMLStreamReader reader;
  private final StringBuilder text = new StringBuilder();
  private final XmlFaults faults = new XmlFaults();
  private boolean takesText;

  /** The number of open elements that are left out. */
  private int leftOut;

  private PlainXml(XMLStreamReader reader) {
    this.reader = reader;
  }

  /**
   * Reads a file.
   *
   * @throws HwlocException if hwloc can't read it or would crash; the message names the line and
   *     the cause
   */
  public static PlainXml of(Path file) throws IOException {
    try (InputStream input = Files.newInputStream(file)) {
      PlainXml plain = new PlainXml(parser().createXMLStreamReader(input));
      plain.copyRoot();
      plain.copyRest();
      return plain;
    } catch (XMLStreamException e) {
      throw new HwlocException("it is not well-formed XML" + whereAndWhy(e), e);
    }
  }

  /** The likely reason why hwloc has refused the text; hwloc does not report it. */
  public String likelyFault() {
    return faults.first();
  }

  /** The text that hwloc reads from memory, with its final zero. */
  byte[] bytes() {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** Reads only the file itself: hwloc's files name a DTD that does not exist. */
  private static XMLInputFactory parser() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    return factory;
  }

  /** The JDK's message is {@code ParseError at [row,col]:[3,7]}, a line break, and the cause. */
  private static String whereAndWhy(XMLStreamException e) {
    String message = String.valueOf(e.getMessage());
    String cause = message.substring(message.indexOf('\n') + 1).replaceFirst("^Message: ", "");
    return e.getLocation() == null
        ? ": " + cause
        : " at line %d: %s".formatted(e.getLocation().getLineNumber(), cause);
  }

  private void copyRoot() throws XMLStreamException {
    while (reader.next() != XMLStreamConstants.START_ELEMENT) {
      // A comment or the DTD's name.
    }
    String name = reader.getLocalName();
    if (!name.equals(ROOT)) {
      throw new HwlocException("it begins with <%s>, not <%s>".formatted(name, ROOT));
    }
    String version = reader.getAttributeValue(null, "version");
    faults.requireVersion(version, line());
    text.append('<').append(ROOT);
    if (version != null) {
      append("version", version);
    }
    text.append(">\n");
  }

  private void copyRest() throws XMLStreamException {
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> begin(reader.getLocalName());
        case XMLStreamConstants.END_ELEMENT -> end(reader.getLocalName());
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> copyText();
        default -> {} // Comments and instructions.
      }
    }
  }

  private void begin(String name) {
    if (leftOut > 0 || name.equals(FOREIGN) || !ELEMENT.matcher(name).matches()) {
      leftOut++;
      return;
    }
    faults.look(reader);
    text.append('<').append(name);
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      String value = reader.getAttributeValue(i);
      if (!value.isEmpty() && ATTRIBUTE.matcher(reader.getAttributeLocalName(i)).matches()) {
        append(reader.getAttributeLocalName(i), value);
      }
    }
    takesText = reader.getAttributeValue(null, LENGTH) != null;
    text.append(takesText ? ">" : ">\n");
  }

  private void end(String name) {
    if (leftOut > 0) {
      leftOut--;
      return;
    }
    takesText = false;
    text.append("</").append(name).append(">\n");
  }

  private void copyText() {
    if (takesText && leftOut == 0) {
      append(reader.getText());
    }
  }

  private void append(String attribute, String value) {
    text.append(' ').append(attribute).append("=\"");
    append(value);
    text.append('"');
  }

  /** Escapes only the characters that hwloc's own reader unescapes. */
  private void append(String value) {
    for (int i = 0; i < value.length(); i++) {
      char next = value.charAt(i);
      switch (next) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\n', '\r', '\t' -> text.append("&#").append((int) next).append(';');
        default -> {
          if (next >= ' ') { // XML 1.1 has characters that XML 1.0 has not.
            text.append(next);
          }
        }
      }
    }
  }

  private int line() {
    return reader.getLocation().getLineNumber();
  }
}
