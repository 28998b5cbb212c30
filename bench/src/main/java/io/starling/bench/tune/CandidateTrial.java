package io.starling.bench.tune;

import java.util.Arrays;

/** A candidate and the times that it took, in microseconds; rank 0 keeps them. */
final class CandidateTrial {

  private static final int MOST_SAMPLES = 64;

  private final int number;
  private final String specification;
  private final double[] samples = new double[MOST_SAMPLES];
  private int count;
  private double nanosOfOne = 1;

  CandidateTrial(int number, String specification) {
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

  /** How long one call probably takes with all that comes with it, such as its barrier. */
  double nanosOfOne() {
    return nanosOfOne;
  }

  void expect(double nanos) {
    nanosOfOne = Math.max(nanos, 1);
  }

  /** Begins again; only what is expected remains. */
  void forget() {
    count = 0;
  }

  void add(double micros) {
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
