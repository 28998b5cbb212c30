package io.starling.bench.objects.measure;

import io.starling.bench.report.Json;
import java.util.Arrays;

/**
 * One line of the report.
 *
 * @param benchmark such as {@code put}
 * @param library whose times these are, {@code starling} or a peer
 * @param way how it was done, where there are several ways
 * @param ranks how many took part
 * @param bytes the size of an object
 * @param iterations how many were timed
 * @param median of the iterations, in microseconds
 * @param minimum of the iterations, in microseconds
 * @param p99 99 of 100 iterations were not slower, in microseconds
 */
record Figure(
    String benchmark,
    String library,
    String way,
    int ranks,
    long bytes,
    int iterations,
    double median,
    double minimum,
    double p99) {

  private static final double MICROSECOND = 1e3;
  private static final double P99 = 0.99;

  /**
   * Summarizes iterations.
   *
   * @param nanoseconds one time for each, at least one
   */
  static Figure of(
      String benchmark, String library, String way, int ranks, long bytes, long[] nanoseconds) {
    if (nanoseconds.length == 0) {
      throw new IllegalArgumentException("no times to summarize");
    }
    long[] sorted = nanoseconds.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    double middle = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0;
    int late = Math.min(count - 1, (int) Math.ceil(P99 * count) - 1);
    return new Figure(
        benchmark,
        library,
        way,
        ranks,
        bytes,
        count,
        middle / MICROSECOND,
        sorted[0] / MICROSECOND,
        sorted[late] / MICROSECOND);
  }

  /** What a program of a peer prints: iterations, then the three times. */
  static Figure parse(
      String benchmark, String library, String way, int ranks, long bytes, String line) {
    String[] words = line.strip().split(" ", -1);
    if (words.length != 4) {
      throw new IllegalArgumentException("no times: '%s'".formatted(line));
    }
    return new Figure(
        benchmark,
        library,
        way,
        ranks,
        bytes,
        Integer.parseInt(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]));
  }

  Json json() {
    return new Json()
        .put("benchmark", benchmark)
        .put("library", library)
        .put("way", way)
        .put("ranks", ranks)
        .put("bytes", bytes)
        .put("iterations", iterations)
        .put("median_us", Json.rounded(median))
        .put("min_us", Json.rounded(minimum))
        .put("p99_us", Json.rounded(p99));
  }
}
