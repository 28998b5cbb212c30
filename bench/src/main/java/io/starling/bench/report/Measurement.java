package io.starling.bench.report;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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

  /** The fields that all reports have. */
  public Json json(String library, Consumer<Json> what) {
    Json json = new Json().put("benchmark", benchmark).put("library", library);
    what.accept(json);
    return json.put("ranks", ranks)
        .put("bytes", bytes)
        .put("iterations", iterations)
        .put("avg_us", Json.rounded(microseconds.average()))
        .put("min_us", Json.rounded(microseconds.minimum()))
        .put("max_us", Json.rounded(microseconds.maximum()));
  }

  /**
   * All fields.
   *
   * @param device in whose memory messages lie; empty for the host's
   */
  public Json json(Optional<String> device) {
    Json json =
        json(
            LIBRARY,
            fields -> {
              fields.put("algorithm", algorithm);
              device.ifPresent(name -> fields.put("device", name));
            });
    latencies.ifPresent(all -> all.write(json));
    details.forEach(
        (name, value) ->
            json.put(name, value instanceof Double number ? Json.rounded(number) : value));
    return json;
  }
}
