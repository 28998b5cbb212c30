package io.starling.bench.topo;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Writes SVG, one element on a line, with text escaped and numbers short. */
final class SvgWriter {

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element; attributes are names and values in turn, numbers or text. */
  SvgWriter open(String name, Object... attributes) {
    tag(name, attributes);
    text.append(">\n");
    open.push(name);
    return this;
  }

  /** Closes what was opened last. */
  SvgWriter close() {
    text.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element with nothing in it. */
  SvgWriter empty(String name, Object... attributes) {
    tag(name, attributes);
    text.append("/>\n");
    return this;
  }

  /** A box with rounded corners. */
  SvgWriter rectangle(String kind, Geometry.Rectangle place, double rounding) {
    tag("rect", "class", kind, "x", place.x(), "y", place.y());
    tail("width", place.width(), "height", place.height(), "rx", rounding);
    text.append("/>\n");
    return this;
  }

  /** An element with nothing in it but text. */
  SvgWriter text(String name, String content, Object... attributes) {
    tag(name, attributes);
    text.append('>').append(escape(content)).append("</").append(name).append(">\n");
    return this;
  }

  /** An element with a text to show under the mouse. */
  SvgWriter hover(String name, String title, Object... attributes) {
    tag(name, attributes);
    text.append("><title>").append(escape(title)).append("</title></").append(name).append(">\n");
    return this;
  }

  private void tag(String name, Object... attributes) {
    text.append('<').append(name);
    tail(attributes);
  }

  private void tail(Object... attributes) {
    for (int i = 0; i < attributes.length; i += 2) {
      Object value = attributes[i + 1];
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(
          value instanceof Number number
              ? number(number.doubleValue())
              : escape(String.valueOf(value)));
      text.append('"');
    }
  }

  /** At most one digit after the point. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** {@code 1,2.5}. */
  static String pair(Geometry.Point point) {
    return number(point.x()) + "," + number(point.y());
  }

  /** Characters that XML forbids are left out. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\t', '\n' -> escaped.append(c);
        default -> escaped.append(c < ' ' || c == 0xFFFE || c == 0xFFFF ? "" : String.valueOf(c));
      }
    }
    return escaped.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
