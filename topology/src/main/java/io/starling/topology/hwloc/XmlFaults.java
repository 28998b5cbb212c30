package io.starling.topology.hwloc;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamReader;

/**
 * Finds errors in the objects of an XML file. A set without its complete set crashes hwloc 2.9, and
 * an object without a type gives a wrong machine: both are refused here. hwloc itself refuses other
 * errors, but without a reason; they are recorded for the message, because a later hwloc may accept
 * them.
 */
final class XmlFaults {

  private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.\\d{1,9}");
  private static final int NEWEST = 2;

  private static final Set<String> DEVICES = Set.of("misc", "bridge", "pcidev", "osdev");
  private static final Pattern PROCESSORS =
      Pattern.compile(
          "machine|system|package|socket|die|core|pu|l[1-5][du]?cache|l[1-3]icache|cache|memcache"
              + "|numanode|group\\d*|tile|module");

  private int version = 1;
  private boolean hasObjects;
  private String first;

  /** Null in version 1.0, which has none. */
  void requireVersion(String text, int line) {
    if (text == null) {
      return;
    }
    Matcher matcher = VERSION.matcher(text);
    if (!matcher.matches()) {
      throw new HwlocException(
          "at line %d <topology> has the version '%s', not such as 2.0".formatted(line, text));
    }
    version = Integer.parseInt(matcher.group(1));
    if (version > NEWEST) {
      throw new HwlocException(
          "at line %d <topology> has the version %s, but hwloc 2 reads at most version 2"
              .formatted(line, text));
    }
  }

  /** Checks an element that has just begun. */
  void look(XMLStreamReader reader) {
    if (reader.getLocalName().equals("object")) {
      hasObjects = true;
      requireType(reader);
      requireCompleteSet(reader, "cpuset");
      requireCompleteSet(reader, "nodeset");
      if (first == null) {
        String fault = faultOf(reader);
        first = fault == null ? null : "at line %d ".formatted(line(reader)) + fault;
      }
    }
  }

  /** Why hwloc is likely to refuse the file. */
  String first() {
    if (!hasObjects) {
      return "<topology> has no <object>";
    }
    return first == null
        ? "hwloc refuses its content; set HWLOC_XML_VERBOSE=1 in the environment to see why"
        : first;
  }

  private static void requireType(XMLStreamReader reader) {
    if (!has(reader, "type")) {
      throw new HwlocException("at line %d an <object> has no type".formatted(line(reader)));
    }
  }

  private void requireCompleteSet(XMLStreamReader reader, String set) {
    String complete = "complete_" + set;
    if (version == NEWEST && has(reader, set) && !has(reader, complete)) {
      throw new HwlocException(
          "at line %d an <object> has a %s and no %s".formatted(line(reader), set, complete));
    }
  }

  private static String faultOf(XMLStreamReader reader) {
    String type = reader.getAttributeValue(null, "type");
    String small = type.toLowerCase(Locale.ROOT);
    if (PROCESSORS.matcher(small).matches()) {
      return has(reader, "cpuset")
          ? null
          : "an <object> of type '%s' has no cpuset".formatted(type);
    }
    return DEVICES.contains(small)
        ? null
        : "an <object> has the type '%s', which hwloc 2 does not know".formatted(type);
  }

  /** An empty value counts as missing: {@link PlainXml} leaves it out. */
  private static boolean has(XMLStreamReader reader, String attribute) {
    String value = reader.getAttributeValue(null, attribute);
    return value != null && !value.isEmpty();
  }

  private static int line(XMLStreamReader reader) {
    return reader.getLocation().getLineNumber();
  }
}
