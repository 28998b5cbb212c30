package io.starling.bench.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Writes SVG or HTML as XML, one element on a line, with text escaped and numbers short. */
public final class MarkupWriter {

  private final StringBuilder text = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element; attributes are names and values in turn, numbers or text. */
  public MarkupWriter open(String name, Object... attributes) {
    tag(name, attributes);
    text.append(">\n");
    open.push(name);
    return this;
  }

  /** Opens a picture; {@code label} tells what it shows, and attributes may follow. */
  public MarkupWriter picture(String label, double width, double height, Object... attributes) {
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\"");
    attributes("viewBox", "0 0 " + number(width) + " " + number(height));
    attributes(attributes);
    attributes("role", "img", "aria-label", label);
    text.append(">\n");
    open.push("svg");
    return this;
  }

  /** Closes what was opened last. */
  public MarkupWriter close() {
    text.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** An element with nothing in it. */
  public MarkupWriter empty(String name, Object... attributes) {
    tag(name, attributes);
    text.append("/>\n");
    return this;
  }

  /** An element with nothing in it but text. */
  public MarkupWriter text(String name, String content, Object... attributes) {
    tag(name, attributes);
    text.append('>').append(escape(content)).append("</").append(name).append(">\n");
    return this;
  }

  /** An element with a text to show under the mouse. */
  public MarkupWriter hover(String name, String title, Object... attributes) {
    tag(name, attributes);
    text.append("><title>").append(escape(title)).append("</title></").append(name).append(">\n");
    return this;
  }

  /** A line of a picture. */
  public void line(String kind, double fromX, double fromY, double toX, double toY) {
    empty("line", "class", kind, "x1", fromX, "x2", toX, "y1", fromY, "y2", toY);
  }

  /** Text in a picture. */
  public void label(String content, String kind, double x, double y) {
    text("text", content, "class", kind, "x", x, "y", y);
  }

  /** A rectangle; {@code look} is the name of an attribute, such as {@code class}. */
  public void rectangle(
      String look, String value, double x, double y, double width, double height) {
    empty("rect", look, value, "x", x, "y", y, "width", width, "height", height);
  }

  private void tag(String name, Object... attributes) {
    text.append('<').append(name);
    attributes(attributes);
  }

  private void attributes(Object... attributes) {
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
  public static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Characters that XML forbids are left out. */
  public static String escape(String text) {
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
