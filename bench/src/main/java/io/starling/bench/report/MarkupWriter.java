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

  private void tag(String name, Object... attributes) {
    text.append('<').append(name);
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
