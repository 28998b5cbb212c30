package io.starling.bench.laboratory.study;

import java.util.stream.DoubleStream;

/**
 * The mean of some runs.
 *
 * @param error half of its 95 % confidence interval; 0 for one run
 */
record MeanTime(double mean, double error) {

  /** Student's t for 95 %, by the number of runs less one. */
  private static final double[] STUDENT = {
    0, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23
  };

  private static final double MANY = 2;

  /** Of at least one run. */
  static MeanTime of(double... runs) {
    double mean = DoubleStream.of(runs).average().orElseThrow();
    int freedom = runs.length - 1;
    if (freedom == 0) {
      return new MeanTime(mean, 0);
    }
    double squares = DoubleStream.of(runs).map(run -> (run - mean) * (run - mean)).sum();
    double student = freedom < STUDENT.length ? STUDENT[freedom] : MANY;
    return new MeanTime(mean, student * Math.sqrt(squares / freedom / runs.length));
  }
}
