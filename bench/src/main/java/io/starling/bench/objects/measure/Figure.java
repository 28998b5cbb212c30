package io.starling.bench.objects.measure;

import io.starling.bench.report.Json;
import io.starling.bench.report.Latencies;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

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
    Histogram times = Latencies.histogram();
    LongStream.of(nanoseconds).forEach(times::recordValue);
    return new Figure(
        benchmark,
        library,
        way,
        ranks,
        bytes,
        nanoseconds.length,
        Latencies.microseconds(times, 50),
        LongStream.of(nanoseconds).min().getAsLong() / MICROSECOND,
        Latencies.microseconds(times, 99));
  }

  /** Summarizes iterations of another system, with all ranks. */
  static Optional<Figure> of(
      ObjectsBenchmark benchmark,
      PeerKind peer,
      String way,
      Scene scene,
      long bytes,
      long[] times) {
    return Optional.of(of(benchmark.label(), peer.label(), way, scene.ranks(), bytes, times));
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
