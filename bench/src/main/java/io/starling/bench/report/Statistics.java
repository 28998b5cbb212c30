package io.starling.bench.report;

import java.util.Arrays;

/**
 * The average, the least and the largest of the ranks' mean times, in microseconds.
 *
 * @param average over the ranks
 * @param minimum of the fastest rank
 * @param maximum of the slowest rank
 */
public record Statistics(double average, double minimum, double maximum) {

  /**
   * Summarizes one mean time per rank.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Statistics of(double... means) {
    if (means.length == 0) {
      throw new IllegalArgumentException("no times to summarize");
    }
    return new Statistics(
        Arrays.stream(means).sum() / means.length,
        Arrays.stream(means).min().getAsDouble(),
        Arrays.stream(means).max().getAsDouble());
  }
}
