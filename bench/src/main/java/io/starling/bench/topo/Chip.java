package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.topo.Geometry.Point;

/** A GPU in the picture, at the foot of the box that it is near to: name, bus id and ranks. */
record Chip(AssignedGpu gpu, Point corner) {

  static final double WIDTH = 66;
  static final double HEIGHT = 36;

  static final double GAP = 6;

  /** From the corner of one to that of the next in the row. */
  static final double SPACE = WIDTH + GAP;

  private static final double LINE = 10.5;
  private static final double SMALL = 8;

  /** Of a longer list of ranks, only hovering shows the rest. */
  private static final int MOST_LETTERS = 13;

  void draw(MarkupWriter svg) {
    svg.hover(
        "rect",
        gpu.describe(),
        "class",
        "gpu",
        "x",
        corner.x(),
        "y",
        corner.y(),
        "width",
        WIDTH,
        "height",
        HEIGHT,
        "rx",
        3);
    double middle = corner.x() + WIDTH / 2;
    boolean used = !gpu.ranks().isEmpty();
    double y = corner.y() + (used ? LINE + 0.5 : LINE + 5);
    svg.label(gpu.name(), "gpu-name", middle, y);
    line(svg, middle, y + LINE, gpu.device().busId());
    if (used) {
      line(svg, middle, y + 2 * LINE, shortened(gpu.users()));
    }
  }

  private static void line(MarkupWriter svg, double x, double y, String text) {
    svg.text("text", text, "class", "gpu-detail", "x", x, "y", y, "font-size", SMALL);
  }

  private static String shortened(String text) {
    return text.length() <= MOST_LETTERS
        ? text
        : text.substring(0, text.lastIndexOf(',', MOST_LETTERS - 2) + 1) + "…";
  }
}
