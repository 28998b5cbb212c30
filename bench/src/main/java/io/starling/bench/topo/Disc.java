package io.starling.bench.topo;

import io.starling.bench.topo.Geometry.Point;

/** A rank in the picture; the root is dark and has a second ring. */
record Disc(Point middle, int rank, boolean root) {

  private static final String INK = "#222222";
  private static final double BASELINE = 0.36;

  /** Draws it with a ring in the colour of the lane over which it is served. */
  void draw(SvgWriter svg, String ring, String hover) {
    double x = middle.x();
    double y = middle.y();
    if (root) {
      svg.empty(
          "circle",
          "class",
          "root",
          "cx",
          x,
          "cy",
          y,
          "r",
          Geometry.DISC + 2,
          "fill",
          "#ffffff",
          "stroke",
          INK,
          "stroke-width",
          1.5);
    }
    svg.hover(
        "circle",
        hover,
        "class",
        "rank",
        "cx",
        x,
        "cy",
        y,
        "r",
        Geometry.DISC - 1.5,
        "fill",
        root ? INK : "#ffffff",
        "stroke",
        root ? INK : ring,
        "stroke-width",
        2.5);
    double size = size();
    svg.text(
        "text",
        String.valueOf(rank),
        "class",
        "number",
        "x",
        x,
        "y",
        y + BASELINE * size,
        "text-anchor",
        "middle",
        "font-size",
        size,
        "font-weight",
        "bold",
        "fill",
        root ? "#ffffff" : INK,
        "pointer-events",
        "none");
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
