package io.starling.bench.report;

import java.util.List;

/** One plot, and one table. */
public record Panel(String title, Axis x, Axis y, List<Series> series) {

  /** One line of a plot, one column of a table. */
  public record Series(String name, List<Point> points) {

    /** The point at a place, or null. */
    public Point at(double x) {
      return points.stream().filter(point -> point.x() == x).findFirst().orElse(null);
    }
  }

  /**
   * One measurement.
   *
   * @param error half of the 95 % confidence interval; 0 where there is only one run
   * @param paper what the paper says, or NaN
   * @param note what to show under the mouse; empty for its place and figure
   */
  public record Point(double x, double y, double error, double paper, String note) {

    /** A point that needs no note. */
    public Point(double x, double y, double error, double paper) {
      this(x, y, error, paper, "");
    }

    /** Of a single run, of which the paper says nothing. */
    public static Point of(double x, double y) {
      return new Point(x, y, 0, Double.NaN);
    }
  }

  /** {@code 12.3 % ± 1.2 % [24 %]}: with its confidence interval and what the paper says. */
  public String text(Point point) {
    String text = y.text(point.y());
    if (point.error() > 0) {
      text += " ± " + y.text(point.error());
    }
    return Double.isFinite(point.paper()) ? text + " [" + y.text(point.paper()) + "]" : text;
  }

  /** What to show under the mouse. */
  String text(Series series, Point point) {
    if (!point.note().isEmpty()) {
      return point.note();
    }
    return "%s, %s %s: %s".formatted(series.name(), x.label(), x.text(point.x()), text(point));
  }
}
