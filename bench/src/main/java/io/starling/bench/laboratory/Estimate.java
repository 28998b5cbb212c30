package io.starling.bench.laboratory;

import java.util.Arrays;

/**
 * A mean, and how far the true one may be from it.
 *
 * @param mean of the samples
 * @param margin half the 95 % confidence interval by Student's t; NaN for one sample
 */
public record Estimate(double mean, double margin) {

  /** The quantiles 0.975 for 1 to 30 degrees of freedom. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  /** Of samples that are independent. */
  public static Estimate of(double... samples) {
    int count = samples.length;
    double mean = Arrays.stream(samples).average().orElse(Double.NaN);
    double squares = Arrays.stream(samples).map(sample -> (sample - mean) * (sample - mean)).sum();
    double error = Math.sqrt(squares / (count - 1) / count);
    return new Estimate(mean, count < 2 ? Double.NaN : student(count - 1) * error);
  }

  /** Beyond the table within 0.002. */
  private static double student(int freedom) {
    return freedom <= STUDENT.length ? STUDENT[freedom - 1] : 1.96 + 2.4 / freedom;
  }
}
