package io.starling.examples.serving;

import java.util.Arrays;

/**
 * Some queries in a row.
 *
 * @param last the number of the last one
 * @param milliseconds how long each took, in rising order
 * @param answers the mean number of members that answered in time
 * @param accuracy the share of images about which the majority was right, 0 to 1
 */
public record Window(long last, double[] milliseconds, double answers, double accuracy) {

  /** Sorts a copy. */
  public Window {
    milliseconds = milliseconds.clone();
    Arrays.sort(milliseconds);
  }

  /**
   * The time within which a share of the queries was answered (nearest rank).
   *
   * @param share 0 for the fastest query, 1 for the slowest
   */
  public double quantile(double share) {
    int rank = (int) Math.ceil(share * milliseconds.length);
    return milliseconds[Math.max(0, rank - 1)];
  }
}
