package io.starling.bench.compare;

import io.starling.bench.report.Mark;
import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Microseconds;
import io.starling.bench.report.Scale;
import io.starling.runtime.memory.ByteSize;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * Latency against size for one collective, both axes logarithmic, a line for each library. What has
 * no sizes, as a barrier, has its libraries side by side instead.
 */
final class LatencyPanel {

  static final double WIDTH = 460;
  static final double HEIGHT = 330;
  private static final double LEFT = 74;
  private static final double RIGHT = WIDTH - 18;
  private static final double BOTTOM = HEIGHT - 48;
  private static final double LEGEND_LINE = 17;

  /** Of a letter of a label; sizes whose labels would touch are not all labelled. */
  private static final double LETTER = 6.4;

  private final Results results;
  private final String benchmark;
  private final List<Cell> cells;
  private final List<Contender> libraries;
  private final boolean sized;
  private final double top;
  private final Scale latency;
  private final MarkupWriter svg;

  private LatencyPanel(Results results, String benchmark, MarkupWriter svg) {
    this.results = results;
    this.benchmark = benchmark;
    this.svg = svg;
    cells = results.cells(benchmark);
    sized = cells.getLast().bytes() > 0;
    libraries = results.libraries();
    top = (sized ? legendHeight(libraries) : 0) + 16;
    latency = latencies();
  }

  /** Draws it. */
  static void draw(Results results, String benchmark, MarkupWriter svg) {
    new LatencyPanel(results, benchmark, svg).draw();
  }

  private void draw() {
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 " + MarkupWriter.number(WIDTH) + " " + MarkupWriter.number(HEIGHT),
        "role",
        "img",
        "aria-label",
        "latency of " + benchmark);
    latencyAxis();
    if (sized) {
      sizeAxis();
      for (int i = 0; i < libraries.size(); i++) {
        line(libraries.get(i), Mark.of(i));
      }
      legend();
    } else {
      columns();
    }
    svg.close();
  }

  /** Whole decades around all points, at least one. */
  private Scale latencies() {
    double[] all =
        cells.stream()
            .flatMapToDouble(
                cell ->
                    libraries.stream()
                        .map(library -> results.microseconds(library, cell))
                        .flatMapToDouble(OptionalDouble::stream))
            .map(time -> Math.max(time, 1e-3))
            .toArray();
    double low = Math.floor(Math.log10(DoubleStream.of(all).min().orElse(1)));
    double high = Math.ceil(Math.log10(DoubleStream.of(all).max().orElse(10)));
    return new Scale(Math.pow(10, low), Math.pow(10, Math.max(high, low + 1)), BOTTOM, top);
  }

  private void latencyAxis() {
    boolean few = latency.decades() < 2.5;
    double decade = latency.low();
    while (decade < latency.high() * 1.001) {
      level(decade, true);
      for (int step = 2; step < 10 && decade * step < latency.high(); step++) {
        if (few || step == 2 || step == 5) {
          level(decade * step, few && (step == 2 || step == 5));
        }
      }
      decade *= 10;
    }
    svg.empty(
        "path",
        "class",
        "axis",
        "d",
        "M%s,%s V%s H%s".formatted(n(LEFT), n(top), n(BOTTOM), n(RIGHT)));
    String turned = "translate(14 %s) rotate(-90)".formatted(n((top + BOTTOM) / 2));
    svg.text("text", "latency, lower is better", "class", "name middle", "transform", turned);
  }

  private void level(double value, boolean labelled) {
    double y = latency.at(value);
    String kind = labelled ? "grid" : "grid faint";
    svg.empty("line", "class", kind, "x1", LEFT, "x2", RIGHT, "y1", y, "y2", y);
    if (labelled) {
      String label = Microseconds.withUnit(value);
      svg.text("text", label, "class", "tick end", "x", LEFT - 7, "y", y + 4);
    }
  }

  private double x(Cell cell) {
    double low = cells.getFirst().bytes();
    double high = cells.getLast().bytes();
    Scale sizes =
        low == high
            ? new Scale(low / 2, low * 2, LEFT, RIGHT)
            : new Scale(low, high, LEFT + 14, RIGHT - 14);
    return sizes.at((double) cell.bytes());
  }

  private void sizeAxis() {
    double end = x(cells.getLast());
    double last = labelWidth(cells.getLast());
    double free = 0;
    for (Cell cell : cells) {
      double x = x(cell);
      svg.empty("line", "class", "grid", "x1", x, "x2", x, "y1", top, "y2", BOTTOM + 4);
      double half = labelWidth(cell) / 2;
      if (x == end || (x - half >= free && x + half <= end - last / 2)) {
        svg.text("text", label(cell), "class", "tick middle", "x", x, "y", BOTTOM + 18);
        free = x + half;
      }
    }
    svg.text(
        "text", "size in bytes", "class", "name middle", "x", (LEFT + RIGHT) / 2, "y", HEIGHT - 8);
  }

  /** As {@code --sizes} takes it, which is short. */
  private static String label(Cell cell) {
    return ByteSize.format(cell.bytes());
  }

  private static double labelWidth(Cell cell) {
    return (label(cell).length() + 1) * LETTER;
  }

  private void line(Contender library, Mark mark) {
    List<Cell> measured =
        cells.stream().filter(cell -> results.microseconds(library, cell).isPresent()).toList();
    String points =
        measured.stream()
            .map(cell -> n(x(cell)) + "," + n(y(library, cell)))
            .collect(Collectors.joining(" "));
    svg.empty("polyline", "class", "line " + mark.kind(), "points", points);
    for (Cell cell : measured) {
      mark.draw(svg, x(cell), y(library, cell), title(library, cell));
    }
  }

  private double y(Contender library, Cell cell) {
    return latency.at(Math.max(1e-3, results.microseconds(library, cell).orElseThrow()));
  }

  private String title(Contender library, Cell cell) {
    List<Double> rounds = results.rounds(library, cell);
    String time = Microseconds.withUnit(results.microseconds(library, cell).orElseThrow());
    String spread =
        rounds.size() == 1
            ? ""
            : " (%s to %s in %d rounds)"
                .formatted(
                    Microseconds.withUnit(rounds.getFirst()),
                    Microseconds.withUnit(rounds.getLast()),
                    rounds.size());
    return "%s, %s: %s%s".formatted(library.title(), cell, time, spread);
  }

  /** Above the plot, from left to right, as many lines as it takes. */
  private void legend() {
    double x = LEFT;
    double y = LEGEND_LINE;
    for (int i = 0; i < libraries.size(); i++) {
      String title = libraries.get(i).title();
      if (x > LEFT && x + keyWidth(title) > RIGHT) {
        x = LEFT;
        y += LEGEND_LINE;
      }
      Mark mark = Mark.of(i);
      svg.empty(
          "line", "class", "line " + mark.kind(), "x1", x, "x2", x + 20, "y1", y - 4, "y2", y - 4);
      mark.draw(svg, x + 10, y - 4, title);
      svg.text("text", title, "class", "key", "x", x + 26, "y", y);
      x += keyWidth(title);
    }
  }

  private static double keyWidth(String title) {
    return 42 + title.length() * LETTER;
  }

  private static double legendHeight(List<Contender> libraries) {
    double x = LEFT;
    int lines = 1;
    for (Contender library : libraries) {
      double width = keyWidth(library.title());
      if (x > LEFT && x + width > RIGHT) {
        x = LEFT;
        lines++;
      }
      x += width;
    }
    return lines * LEGEND_LINE;
  }

  /** A stem and a mark for each library, with the figure beside it. */
  private void columns() {
    Cell cell = cells.getLast();
    double step = (RIGHT - LEFT) / libraries.size();
    for (int i = 0; i < libraries.size(); i++) {
      Contender library = libraries.get(i);
      double x = LEFT + step * (i + 0.5);
      svg.text("text", library.title(), "class", "key middle", "x", x, "y", BOTTOM + 18);
      if (results.microseconds(library, cell).isPresent()) {
        Mark mark = Mark.of(i);
        double y = y(library, cell);
        String time = Microseconds.withUnit(results.microseconds(library, cell).orElseThrow());
        svg.empty("line", "class", "line " + mark.kind(), "x1", x, "x2", x, "y1", BOTTOM, "y2", y);
        mark.draw(svg, x, y, title(library, cell));
        svg.text("text", time, "class", "key", "x", x + 9, "y", y + 4);
      }
    }
  }

  private static String n(double value) {
    return MarkupWriter.number(value);
  }
}
