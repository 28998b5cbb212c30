package io.starling.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The beginning and the end of a page that needs nothing else; it is well-formed XML too. */
public final class Page {

  private Page() {}

  /** Opens a page and its body. */
  public static MarkupWriter open(String title) {
    MarkupWriter html = new MarkupWriter();
    html.open("html", "lang", "en");
    html.open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.text("title", title);
    html.text("style", style());
    html.close();
    html.open("body");
    return html;
  }

  /** Closes it, and gives its text. */
  public static String close(MarkupWriter html) {
    html.close();
    html.close();
    return "<!DOCTYPE html>\n" + html;
  }

  /**
   * Its style, and that of pictures that stand alone. Without quotes, ampersands and angle
   * brackets: browsers take it as it stands.
   */
  public static String style() {
    try (InputStream in = Page.class.getResourceAsStream("report.css")) {
      return "\n" + new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
