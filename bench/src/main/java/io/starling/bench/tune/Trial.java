package io.starling.bench.tune;

import java.util.Arrays;

/** A candidate and the times that it took, in microseconds; rank 0 keeps them. */
final class Trial {

  private static final int MOST_SAMPLES = 64;

  private static final double LEAST_ESTIMATE = 0.05;

  private final int number;
  private final String specification;
  private final double[] samples = new double[MOST_SAMPLES];
  private int count;
  private double estimate = 1;

  Trial(int number, String specification) {
    this.number = number;
    this.specification = specification;
  }

  int number() {
    return number;
  }

  String specification() {
    return specification;
  }

  int count() {
    return count;
  }

  /** How long one call probably takes. */
  double estimate() {
    return estimate;
  }

  void expect(double micros) {
    estimate = Math.max(micros, LEAST_ESTIMATE);
  }

  /** Begins again; only the estimate remains. */
  void forget() {
    count = 0;
  }

  void add(double micros) {
    expect(micros);
    samples[count++ % MOST_SAMPLES] = micros;
  }

  double median() {
    double[] sorted = Arrays.copyOf(samples, Math.min(count, MOST_SAMPLES));
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.MAX_VALUE : sorted[sorted.length / 2];
  }

  /** Half of the samples are no farther than this from the median. */
  double spread() {
    double median = median();
    double[] distances =
        Arrays.stream(samples, 0, Math.min(count, MOST_SAMPLES))
            .map(sample -> Math.abs(sample - median))
            .sorted()
            .toArray();
    return distances.length == 0 ? Double.MAX_VALUE : distances[distances.length / 2];
  }
}
