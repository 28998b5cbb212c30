package io.starling.bench.report;

/**
 * One line of the report.
 *
 * @param benchmark such as {@code broadcast}
 * @param algorithm what really ran, with its parameters
 * @param ranks how many took part
 * @param bytes the size of the message
 * @param iterations how many were timed
 * @param microseconds the time of one iteration
 */
public record Measurement(
    String benchmark,
    String algorithm,
    int ranks,
    long bytes,
    long iterations,
    Statistics microseconds) {

  /** What the JSON lines of peers call themselves by their own names. */
  public static final String LIBRARY = "starling";
}
