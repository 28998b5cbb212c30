package io.starling.bench.laboratory.calibrate;

import io.starling.bench.report.RankCorrelation;
import java.util.List;

/**
 * A collective on two ranks, as it was measured and as the simulator has it.
 *
 * @param bytes of a message
 * @param segment how long its segments are, in bytes
 * @param measured microseconds
 * @param predicted microseconds
 */
record Point(String collective, long bytes, long segment, double measured, double predicted) {

  /** How far the prediction is off: 0.1 where it is 10 % too long. */
  double error() {
    return predicted / measured - 1;
  }

  /** Half of the predictions are off by less, in either direction. */
  static double medianError(List<Point> points) {
    double[] errors =
        points.stream().mapToDouble(point -> Math.abs(point.error())).sorted().toArray();
    int half = errors.length / 2;
    return errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
  }

  /** Whether they meet the goals. */
  static boolean areGood(List<Point> points) {
    return medianError(points) < 0.25 && order(points) >= 0.95;
  }

  /** Whether what is predicted to be slower is slower: Spearman's coefficient. */
  static double order(List<Point> points) {
    return RankCorrelation.spearman(
        points.stream().mapToDouble(Point::measured).toArray(),
        points.stream().mapToDouble(Point::predicted).toArray());
  }
}
