package io.starling.bench.report;

import java.util.Map;
import java.util.Optional;

/**
 * One line of the report.
 *
 * @param benchmark such as {@code broadcast}
 * @param algorithm what really ran, with its parameters
 * @param ranks how many took part
 * @param bytes the size of the message
 * @param iterations how many were timed
 * @param microseconds the time of one iteration
 * @param latencies the times of single iterations, where they are known
 * @param details what else a benchmark tells, numbers ({@code Double}, or {@code Long} for counts)
 *     and words, by name, in the order in which they are shown
 */
public record Measurement(
    String benchmark,
    String algorithm,
    int ranks,
    long bytes,
    long iterations,
    Statistics microseconds,
    Optional<Latencies> latencies,
    Map<String, Object> details) {

  /** What the JSON lines of peers call themselves by their own names. */
  public static final String LIBRARY = "starling";

  /** A measurement with nothing to add. */
  public Measurement(
      String benchmark,
      String algorithm,
      int ranks,
      long bytes,
      long iterations,
      Statistics microseconds) {
    this(benchmark, algorithm, ranks, bytes, iterations, microseconds, Optional.empty(), Map.of());
  }
}
