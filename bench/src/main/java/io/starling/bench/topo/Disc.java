package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.topo.Geometry.Point;

/** A rank in the picture; the root is dark and has a second ring. */
record Disc(Point middle, int rank, boolean root) {

  private static final double HALO = Geometry.DISC + 2;

  /** The ring's own width lies on both sides of this. */
  private static final double RING = Geometry.DISC - 1.5;

  private static final double BASELINE = 0.36;

  /**
   * Draws it.
   *
   * @param level the class of the level over which it is served, whose colour its ring has; empty
   *     if it is not served
   */
  void draw(MarkupWriter svg, String level, String hover) {
    double x = middle.x();
    double y = middle.y();
    if (root) {
      svg.empty("circle", "class", "halo", "cx", x, "cy", y, "r", HALO);
    }
    String kind = ("rank " + (root ? "root" : level)).strip();
    svg.hover("circle", hover, "class", kind, "cx", x, "cy", y, "r", RING);
    String text = String.valueOf(rank);
    String look = root ? "number on-root" : "number";
    double below = y + BASELINE * size();
    svg.text("text", text, "class", look, "x", x, "y", below, "font-size", size());
  }

  /** Numbers of four digits still fit. */
  private double size() {
    return switch (String.valueOf(rank).length()) {
      case 1, 2 -> 14;
      case 3 -> 11.5;
      default -> 9;
    };
  }
}
