package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A line of a plot that is still to be measured.
 *
 * @param places on the x axis
 * @param measure finds the value at a place
 * @param paper what the paper says of it, or NaN
 */
record Curve(String name, double[] places, DoubleUnaryOperator measure, DoubleUnaryOperator paper) {

  /** Of which the paper says nothing. */
  Curve(String name, double[] places, DoubleUnaryOperator measure) {
    this(name, places, measure, _ -> Double.NaN);
  }

  /** Measures all points of a plot. */
  static Panel measure(Laboratory laboratory, String title, Axis x, Axis y, List<Curve> curves) {
    List<Task<Point>> tasks = new ArrayList<>();
    for (Curve curve : curves) {
      for (double place : curve.places) {
        tasks.add(
            new Task<>(
                "%s, %s, %s %s".formatted(title, curve.name, x.label(), x.text(place)),
                () -> curve.at(place)));
      }
    }
    List<Point> points = laboratory.all(tasks);
    List<Series> series = new ArrayList<>();
    int next = 0;
    for (Curve curve : curves) {
      int end = next + curve.places.length;
      series.add(new Series(curve.name, points.subList(next, end)));
      next = end;
    }
    return new Panel(title, x, y, series);
  }

  private Point at(double place) {
    return new Point(place, measure.applyAsDouble(place), 0, paper.applyAsDouble(place));
  }

  /** A line over steps, the first of which has number 1. */
  static Series steps(String name, List<Double> values) {
    return new Series(
        name,
        IntStream.range(0, values.size())
            .mapToObj(step -> Point.of(step + 1.0, values.get(step)))
            .toList());
  }

  /** At each place, one line of a plot over another one. */
  static Series quotient(
      String name, Series numerator, Series denominator, DoubleUnaryOperator paper) {
    return new Series(
        name,
        numerator.points().stream()
            .map(
                point ->
                    new Point(
                        point.x(),
                        point.y() / denominator.at(point.x()).y(),
                        0,
                        paper.applyAsDouble(point.x())))
            .toList());
  }

  /** The values of a line. */
  static DoubleStream values(Series series) {
    return series.points().stream().mapToDouble(Point::y);
  }
}
