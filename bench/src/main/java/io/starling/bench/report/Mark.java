package io.starling.bench.report;

import java.util.Locale;

/**
 * How the points of a library look: a colour of Okabe and Ito's palette, which people with colour
 * blindness tell apart, and a form, for paper without colour.
 */
public enum Mark {
  CIRCLE("M-4,0 A4,4 0 1,0 4,0 A4,4 0 1,0 -4,0 Z"),
  SQUARE("M-3.6,-3.6 H3.6 V3.6 H-3.6 Z"),
  TRIANGLE("M0,-4.8 L4.4,3.4 H-4.4 Z"),
  DIAMOND("M0,-5 L5,0 L0,5 L-5,0 Z"),
  CROSS("M-4,-1.3 H-1.3 V-4 H1.3 V-1.3 H4 V1.3 H1.3 V4 H-1.3 V1.3 H-4 Z"),
  PENTAGON("M0,-4.8 L4.6,-1.5 L2.8,3.9 H-2.8 L-4.6,-1.5 Z"),
  BAR("M-5,-1.9 H5 V1.9 H-5 Z");

  private final String path;

  Mark(String path) {
    this.path = path;
  }

  /** The mark of the library at this place of the list. */
  public static Mark of(int index) {
    return values()[index % values().length];
  }

  /** The class of its colour. */
  public String kind() {
    return "series-" + ordinal();
  }

  /** Draws it with a text to show under the mouse. */
  public void draw(MarkupWriter svg, double x, double y, String title) {
    String place =
        String.format(
            Locale.ROOT, "translate(%s %s)", MarkupWriter.number(x), MarkupWriter.number(y));
    svg.hover("path", title, "class", "mark " + kind(), "d", path, "transform", place);
  }
}
