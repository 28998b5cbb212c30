package io.starling.bench.topo;

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

  private final Scene scene;
  private final List<Entry> entries = new ArrayList<>();

  Legend(Scene scene) {
    this.scene = scene;
    for (Map.Entry<Level, Integer> lane : scene.counts().entrySet()) {
      String meaning = LevelStyle.of(lane.getKey()).meaning() + ", " + edges(lane.getValue());
      entries.add(new Entry(lane.getKey(), lane.getKey().label(), meaning));
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

  void draw(SvgWriter svg, Point corner, double width) {
    svg.open("g", "class", "legend", "font-size", FONT, "fill", "#222222");
    double y = corner.y() + ROW / 2 + 4;
    int across = across(width);
    for (int i = 0; i < entries.size(); i++) {
      double x = corner.x() + column() * (i % across);
      int row = i / across;
      entry(svg, entries.get(i), new Point(x, y + row * ROW));
    }
    double foot = y + Math.ceilDiv(entries.size(), across) * ROW;
    svg.text(
        "text", note(), "x", corner.x(), "y", foot + 4, "fill", "#6a727c", "font-size", NOTE_FONT);
    svg.close();
  }

  private String note() {
    String numbers = "small numbers: the system's CPUs";
    return scene.edges().isEmpty() ? numbers : "dark disc: the root;  " + numbers;
  }

  private static void entry(SvgWriter svg, Entry entry, Point place) {
    LevelStyle style = LevelStyle.of(entry.level());
    svg.empty(
        "line",
        "x1",
        place.x(),
        "y1",
        place.y(),
        "x2",
        place.x() + SAMPLE - style.head(),
        "y2",
        place.y(),
        "stroke",
        style.colour(),
        "stroke-width",
        style.width(),
        "marker-end",
        "url(#head-" + entry.level().label() + ")");
    double x = place.x() + SAMPLE + 8;
    svg.open("text", "x", x, "y", place.y() + 4);
    svg.text("tspan", entry.name(), "font-weight", "bold");
    svg.text("tspan", entry.meaning(), "dx", 6, "fill", "#444444");
    svg.close();
  }
}
