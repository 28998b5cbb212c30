package io.starling.examples.boosting;

import java.util.Arrays;

/**
 * Sums of the gradients of rows and their number, for each feature, node of a level of the tree and
 * bin. Gradients are whole multiples of 2^-24: sums are exact, so every division of the rows gives
 * the same model.
 */
final class Histogram {

  /** Numbers of a bin: the sum of gradients and the rows. */
  static final int NUMBERS = 2;

  static final double SCALE = 1 << 24;

  private final int binCount;
  private final int nodes;
  private final long[] sums;

  Histogram(int features, int nodes, int binCount) {
    this.nodes = nodes;
    this.binCount = binCount;
    sums = new long[features * nodes * binCount * NUMBERS];
  }

  /** How many numbers a feature has. */
  int numbersOfFeature() {
    return nodes * binCount * NUMBERS;
  }

  /** By feature, node and bin: the gradient, the rows; not a copy. */
  long[] sums() {
    return sums;
  }

  /**
   * Sums rows.
   *
   * @param gradients of each row, scaled
   * @param nodeOf the node of each row, from 0; negative for a row that is not in one
   */
  void fill(Rows rows, long[] gradients, int... nodeOf) {
    Arrays.fill(sums, 0);
    for (int feature = 0; feature < rows.features(); feature++) {
      byte[] bins = rows.bins(feature);
      int start = feature * numbersOfFeature();
      for (int row = 0; row < nodeOf.length; row++) {
        if (nodeOf[row] >= 0) {
          int bin = Byte.toUnsignedInt(bins[row]);
          int at = start + (nodeOf[row] * binCount + bin) * NUMBERS;
          sums[at] += gradients[row];
          sums[at + 1]++;
        }
      }
    }
  }
}
