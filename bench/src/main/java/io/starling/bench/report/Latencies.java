package io.starling.bench.report;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The times of single iterations, those of all ranks together.
 *
 * @param nanoseconds three digits of each are right
 * @param clock how long a reading of the clock takes, or the clock's step if that is longer, in
 *     nanoseconds: no time is better known
 */
public record Latencies(Histogram nanoseconds, long clock) {

  /** Of a plot; the last is the slowest iteration. */
  private static final List<Double> PLOTTED =
      List.of(50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99, 100.0);

  private static final int DIGITS = 3;
  private static final int READINGS = 10_000;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** For any times. */
  public static Histogram histogram() {
    return new Histogram(DIGITS);
  }

  /** How long a reading of this machine's clock takes, or its step. */
  public static long measureClock() {
    long begin = System.nanoTime();
    long before = begin;
    long steps = 0;
    for (int reading = 0; reading < READINGS; reading++) {
      long now = System.nanoTime();
      steps += now == before ? 0 : 1;
      before = now;
    }
    return (before - begin) / Math.max(1, steps);
  }

  /** What so many of a hundred times were at most, in microseconds. */
  public static double microseconds(Histogram nanoseconds, double percentile) {
    return nanoseconds.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  double microseconds(double percentile) {
    return microseconds(nanoseconds, percentile);
  }

  /** Adds what programs want. */
  void write(Json json) {
    json.put("p50_us", Json.rounded(microseconds(50)))
        .put("p99_us", Json.rounded(microseconds(99)))
        .put("p99_9_us", Json.rounded(microseconds(99.9)))
        .put("p100_us", Json.rounded(microseconds(100)))
        .put("clock_ns", clock);
  }

  /** In seconds: the slowest iteration, and the percentiles that some are slower than. */
  Panel.Series series(String name) {
    return new Panel.Series(
        name,
        PLOTTED.stream()
            .filter(part -> part == 100 || isExceeded(part))
            .map(part -> Panel.Point.of(part, seconds(part)))
            .toList());
  }

  private boolean isExceeded(double percentile) {
    return Math.round(nanoseconds.getTotalCount() * (100 - percentile)) >= 100;
  }

  /** A nanosecond at least, as the axis is logarithmic. */
  private double seconds(double percentile) {
    return Math.max(1, nanoseconds.getValueAtPercentile(percentile)) / NANOS_PER_SECOND;
  }
}
