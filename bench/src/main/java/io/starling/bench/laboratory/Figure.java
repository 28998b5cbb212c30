package io.starling.bench.laboratory;

import io.starling.bench.report.MarkupWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an experiment found.
 *
 * @param name of the experiment, for the command line and files
 * @param title for people, with the paper's figure
 * @param panels plots with the same kind of axes
 * @param drawings what is shown besides plots
 * @param findings what agrees with the paper, what differs and why, a sentence each
 */
public record Figure(
    String name, String title, List<Panel> panels, List<Drawing> drawings, List<String> findings) {

  /** Plots alone. */
  public Figure(String name, String title, List<Panel> panels, List<String> findings) {
    this(name, title, panels, List.of(), findings);
  }

  /** A picture with a title. */
  public record Drawing(String title, Consumer<MarkupWriter> picture) {}

  /** One plot, and one table. */
  public record Panel(String title, Axis x, Axis y, List<Series> series) {}

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
   */
  public record Point(double x, double y, double error, double paper) {

    /** Of a single run, of which the paper says nothing. */
    public static Point of(double x, double y) {
      return new Point(x, y, 0, Double.NaN);
    }
  }
}
