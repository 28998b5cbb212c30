package io.starling.bench.topo;

/** How wide text is, roughly: fonts differ, so rather too wide than too narrow. */
final class Text {

  private static final double ADVANCE = 0.6;

  private Text() {}

  static double width(String text, double fontSize) {
    return text.length() * ADVANCE * fontSize;
  }
}
