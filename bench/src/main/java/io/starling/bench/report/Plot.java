package io.starling.bench.report;

import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Draws a panel: a line for each series, with error bars, and hollow marks for the paper. */
public final class Plot {

  public static final double WIDTH = 460;
  public static final double HEIGHT = 330;

  private static final double LEFT = 84;
  private static final double RIGHT = WIDTH - 18;
  private static final double BOTTOM = HEIGHT - 48;
  private static final double LEGEND_LINE = 17;

  /** Of a letter; labels that would touch are left out. */
  private static final double LETTER = 6.4;

  private static final int MANY_POINTS = 40;

  /** No line lies on the plot's edge, and what is a little below zero does not move its floor. */
  private static final double HEADROOM = 1.05;

  private static final double NEGLIGIBLE = 0.01;

  /** No share is larger, in percent. */
  private static final double WHOLE = 100;

  private static final double LEAST_REST = 1e-3;

  /** On an axis that is logarithmic on both sides of 0, how far below 0 counts as below. */
  private static final double NEAR_ZERO = 0.5;

  private final Panel panel;
  private final Function<String, Optional<Mark>> marks;
  private final MarkupWriter svg;
  private final double top;
  private final DoubleUnaryOperator x;
  private final DoubleUnaryOperator y;
  private final double high;
  private final double low;

  private Plot(Panel panel, Function<String, Optional<Mark>> marks, MarkupWriter svg) {
    this.panel = panel;
    this.marks = marks;
    this.svg = svg;
    top = (hasColumns() ? 0 : legend(false)) + 16;
    double least = all(Point::x).min().orElse(0);
    double most = all(Point::x).max().orElse(1);
    x =
        scale(
            panel.x(),
            least == most ? least / 2 : least,
            least == most ? most * 2 : most,
            LEFT + 14,
            RIGHT - 14);
    double highest =
        Math.max(
            all(point -> point.y() + point.error()).max().orElse(1),
            all(Point::paper).filter(Double::isFinite).max().orElse(0));
    double lowest = all(Point::y).min().orElse(0);
    switch (panel.y().spacing()) {
      case LINEAR -> {
        high = highest == WHOLE && panel.y() == Axis.SHARE ? WHOLE : nice(HEADROOM * highest);
        low = lowest < -NEGLIGIBLE * highest ? lowest : 0;
      }
      case LOGARITHMIC -> {
        double decade = Math.floor(Math.log10(lowest));
        high = Math.pow(10, Math.max(Math.ceil(Math.log10(highest)), decade + 1));
        low = Math.pow(10, decade);
      }
      case SYMMETRIC -> {
        high = nice(HEADROOM * Math.max(1, highest));
        low = lowest < -NEAR_ZERO ? -nice(-HEADROOM * lowest) : 0;
      }
      default -> throw new IllegalStateException(panel.y().name());
    }
    y = scale(panel.y(), low, high, BOTTOM, top);
  }

  /** Draws it; series look as their places tell. */
  public static void draw(Panel panel, MarkupWriter svg) {
    draw(panel, _ -> Optional.empty(), svg);
  }

  /**
   * Draws it.
   *
   * @param marks how series of some names look in all plots
   */
  public static void draw(Panel panel, Function<String, Optional<Mark>> marks, MarkupWriter svg) {
    new Plot(panel, marks, svg).draw();
  }

  private DoubleStream all(ToDoubleFunction<Point> value) {
    return panel.series().stream().flatMap(s -> s.points().stream()).mapToDouble(value);
  }

  private static DoubleUnaryOperator scale(
      Axis axis, double low, double high, double from, double to) {
    return switch (axis.spacing()) {
      case LINEAR -> value -> from + (value - low) / (high - low) * (to - from);
      case LOGARITHMIC -> new Scale(low, high, from, to)::at;
      case TAIL -> value -> new Scale(rest(low), rest(high), from, to).at(rest(value));
      case SYMMETRIC ->
          value ->
              from
                  + (symmetric(value) - symmetric(low))
                      / (symmetric(high) - symmetric(low))
                      * (to - from);
    };
  }

  /** What is above a percentile; the last of all is drawn a step beyond the last but one. */
  private static double rest(double percentile) {
    return Math.max(WHOLE - percentile, LEAST_REST);
  }

  private static double symmetric(double value) {
    return Math.copySign(Math.log10(1 + Math.abs(value)), value);
  }

  /** The next larger of 1, 2 or 5 times a power of ten. */
  private static double nice(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-12))));
    return DoubleStream.of(1, 2, 5, 10).map(m -> m * power).filter(m -> m >= value).min().orElse(1);
  }

  private void draw() {
    svg.picture(panel.title(), WIDTH, HEIGHT);
    levels();
    String frame = "M%s,%s V%s H%s".formatted(n(LEFT), n(top), n(BOTTOM), n(RIGHT));
    svg.empty("path", "class", "axis", "d", frame);
    if (hasColumns()) {
      columns();
    } else {
      places();
      panel.series().forEach(series -> line(series, mark(series)));
      legend(true);
    }
    svg.close();
  }

  private Mark mark(Series series) {
    return marks.apply(series.name()).orElseGet(() -> Mark.of(panel.series().indexOf(series)));
  }

  private void levels() {
    switch (panel.y().spacing()) {
      case LINEAR -> {
        for (int step = 0; step <= 5; step++) {
          level(low + (high - low) * step / 5, true);
        }
      }
      case LOGARITHMIC -> decades(low, high, 1, high / low < 300);
      case SYMMETRIC -> {
        level(0, true);
        decades(1, high, 1, high < 300);
        decades(1, -low, -1, high < 300);
      }
      default -> throw new IllegalStateException(panel.y().name());
    }
    String turned = "translate(13 %s) rotate(-90)".formatted(n((top + BOTTOM) / 2));
    svg.text("text", panel.y().label(), "class", "name middle", "transform", turned);
  }

  /** Powers of ten and their multiples; 2 and 5 have labels where there is room. */
  private void decades(double from, double to, int sign, boolean isRoomy) {
    for (double decade = from; decade < to * 1.001; decade *= 10) {
      level(sign * decade, true);
      for (int step = 2; step < 10 && decade * step < to * 1.001; step++) {
        level(sign * decade * step, (step == 2 || step == 5) && isRoomy);
      }
    }
  }

  private void level(double value, boolean labelled) {
    double at = y.applyAsDouble(value);
    svg.line(labelled ? "grid" : "grid faint", LEFT, at, RIGHT, at);
    if (labelled) {
      svg.label(panel.y().text(value), "tick end", LEFT - 7, at + 4);
    }
  }

  private void places() {
    double[] values = all(Point::x).distinct().sorted().toArray();
    double end = x.applyAsDouble(values[values.length - 1]);
    double last = tickWidth(panel.x().text(values[values.length - 1]));
    double free = 0;
    for (double value : values) {
      double at = x.applyAsDouble(value);
      String label = panel.x().text(value);
      double half = tickWidth(label) / 2;
      if (at == end || (at - half >= free && at + half <= end - last / 2)) {
        svg.line("grid", at, top, at, BOTTOM + 4);
        svg.label(label, "tick middle", at, BOTTOM + 18);
        free = at + half;
      }
    }
    String name = panel.x().label();
    svg.label(name, "name middle", (LEFT + RIGHT) / 2, HEIGHT - 8);
  }

  private static double tickWidth(String label) {
    return (label.length() + 1) * LETTER;
  }

  private void line(Series series, Mark mark) {
    List<Point> points = series.points();
    String line =
        points.stream()
            .map(p -> n(x.applyAsDouble(p.x())) + "," + n(y.applyAsDouble(p.y())))
            .collect(Collectors.joining(" "));
    svg.empty("polyline", "class", "line " + mark.kind(), "points", line);
    if (points.size() > MANY_POINTS) {
      return;
    }
    for (Point point : points) {
      double at = x.applyAsDouble(point.x());
      if (point.error() > 0) {
        double from = y.applyAsDouble(Math.max(low, point.y() - point.error()));
        double to = y.applyAsDouble(point.y() + point.error());
        svg.line("line " + mark.kind(), at, from, at, to);
      }
      mark.draw(svg, at, y.applyAsDouble(point.y()), panel.text(series, point));
      if (Double.isFinite(point.paper())) {
        svg.hover(
            "circle",
            "the paper, %s: %s".formatted(series.name(), panel.y().text(point.paper())),
            "class",
            "line " + mark.kind(),
            "cx",
            at,
            "cy",
            y.applyAsDouble(point.paper()),
            "r",
            6);
      }
    }
  }

  private boolean hasColumns() {
    return panel.x() == Axis.SERIES;
  }

  /** A stem and a mark for each series, with the figure beside it. */
  private void columns() {
    double step = (RIGHT - LEFT) / panel.series().size();
    double at = LEFT + step / 2;
    for (Series series : panel.series()) {
      Mark mark = mark(series);
      svg.label(series.name(), "key middle", at, BOTTOM + 18);
      for (Point point : series.points()) {
        double end = y.applyAsDouble(point.y());
        svg.line("line " + mark.kind(), at, BOTTOM, at, end);
        mark.draw(svg, at, end, panel.text(series, point));
        svg.label(panel.y().text(point.y()), "key", at + 9, end + 4);
      }
      at += step;
    }
  }

  /** Above the plot, from left to right, in as many lines as it takes; returns their height. */
  private double legend(boolean drawn) {
    double left = LEFT;
    double base = LEGEND_LINE;
    for (Series series : panel.series()) {
      String title = series.name();
      double width = 42 + title.length() * LETTER;
      if (left > LEFT && left + width > RIGHT) {
        left = LEFT;
        base += LEGEND_LINE;
      }
      if (drawn) {
        Mark mark = mark(series);
        double middle = base - 4;
        svg.line("line " + mark.kind(), left, middle, left + 20, middle);
        mark.draw(svg, left + 10, middle, title);
        svg.label(title, "key", left + 26, base);
      }
      left += width;
    }
    return base;
  }

  private static String n(double value) {
    return MarkupWriter.number(value);
  }
}
