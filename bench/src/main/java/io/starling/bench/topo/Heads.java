package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.topology.Level;

/** Arrowheads, one for each level. A curve ends where its head begins. */
final class Heads {

  private Heads() {}

  /** What a curve of this level refers to. */
  static String of(Level level) {
    return "url(#" + name(level) + ")";
  }

  private static String name(Level level) {
    return "head-" + level.label();
  }

  static void define(MarkupWriter svg, Level level) {
    double size = LevelStyle.of(level).head();
    String length = MarkupWriter.number(size);
    String middle = MarkupWriter.number(size / 2);
    svg.open(
        "marker",
        "id",
        name(level),
        "viewBox",
        "-1 0 %s %s".formatted(MarkupWriter.number(size + 1), length),
        "markerUnits",
        "userSpaceOnUse",
        "markerWidth",
        size + 1,
        "markerHeight",
        size,
        "refY",
        size / 2,
        "orient",
        "auto");
    String triangle = "M-1,0 L0,0 L%s,%s L0,%s L-1,%3$s z".formatted(length, middle, length);
    svg.empty("path", "class", "head " + level.label(), "d", triangle);
    svg.close();
  }
}
