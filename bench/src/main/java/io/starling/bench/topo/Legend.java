package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Units;
import io.starling.bench.topo.Geometry.Point;
import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the colours mean and how many edges have them, at the foot of the picture. */
final class Legend {

  private static final double ROW = 22;
  private static final double FONT = 12;
  private static final double NOTE_FONT = 11;
  private static final double SAMPLE = 40;
  private static final double SPACE = 28;

  private record Entry(Level level, String name, String meaning) {
    double width() {
      return SAMPLE + 8 + Text.width(name + "  " + meaning, FONT);
    }
  }

  private final TopologyScene scene;
  private final List<Entry> entries = new ArrayList<>();

  Legend(TopologyScene scene) {
    this.scene = scene;
    for (Map.Entry<Level, Integer> level : scene.counts().entrySet()) {
      String meaning = LevelStyle.of(level.getKey()).meaning() + ", " + edges(level.getValue());
      entries.add(new Entry(level.getKey(), level.getKey().label(), meaning));
    }
  }

  static String edges(int count) {
    return Units.count(count, "edge");
  }

  /** The width of its widest line. */
  double leastWidth() {
    double widest = entries.stream().mapToDouble(Entry::width).max().orElse(0);
    return Math.max(widest, Text.width(note(), NOTE_FONT));
  }

  private double column() {
    return entries.stream().mapToDouble(Entry::width).max().orElse(0) + SPACE;
  }

  private int across(double width) {
    return (int) Math.max(1, Math.floor((width - SPACE) / column()));
  }

  /** Its height where the picture is so wide. */
  double height(double width) {
    return ROW * (Math.ceilDiv(entries.size(), across(width)) + 1) + 6;
  }

  void draw(MarkupWriter svg, Point corner, double width) {
    svg.open("g", "class", "legend");
    double y = corner.y() + ROW / 2 + 4;
    int across = across(width);
    for (int i = 0; i < entries.size(); i++) {
      int row = i / across;
      double x = corner.x() + column() * (i % across);
      entry(svg, entries.get(i), new Point(x, y + row * ROW));
    }
    double foot = y + Math.ceilDiv(entries.size(), across) * ROW + 4;
    svg.label(note(), "note", corner.x(), foot);
    svg.close();
  }

  private String note() {
    String numbers = "small numbers: the system's CPUs";
    return scene.edges().isEmpty() ? numbers : "dark disc: the root;  " + numbers;
  }

  private static void entry(MarkupWriter svg, Entry entry, Point place) {
    String level = entry.level().label();
    double end = place.x() + SAMPLE - LevelStyle.of(entry.level()).head();
    double y = place.y();
    String line = "M" + Geometry.pair(place) + " L" + Geometry.pair(new Point(end, y));
    svg.empty(
        "path", "class", "sample edge " + level, "d", line, "marker-end", Heads.of(entry.level()));
    svg.open("text", "x", place.x() + SAMPLE + 8, "y", y + 4);
    svg.text("tspan", entry.name(), "class", "name");
    svg.text("tspan", entry.meaning(), "dx", 6);
    svg.close();
  }
}
