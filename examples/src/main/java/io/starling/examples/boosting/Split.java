package io.starling.examples.boosting;

/**
 * Where a node of a tree is divided: rows whose bin of a feature is at most {@code bin} go left.
 * With a gain of 0 it is not divided.
 *
 * @param gain by how much the squared error becomes smaller
 * @param gradient the sum of gradients of all rows, scaled
 * @param rows how many rows the node has
 * @param leftGradient that of the rows that go left
 * @param leftRows how many go left
 */
record Split(
    double gain, int feature, int bin, long gradient, long rows, long leftGradient, long leftRows) {

  /** How many numbers it takes in a message. */
  static final int NUMBERS = 7;

  /** Keeps leaves of few rows small. */
  private static final double REGULARISATION = 1;

  /**
   * The best division by one of some features.
   *
   * @param sums those of these features over all rows: by feature, node and bin
   * @param firstFeature the number of the first one
   * @param features how many
   * @param node of {@code nodes} of a level
   */
  static Split best(
      long[] sums, int firstFeature, int features, int node, int nodes, int binCount) {
    Split best = new Split(0, -1, -1, 0, 0, 0, 0);
    for (int feature = 0; feature < features; feature++) {
      int start = (feature * nodes + node) * binCount * Histogram.NUMBERS;
      long gradient = 0;
      long rows = 0;
      for (int bin = 0; bin < binCount; bin++) {
        gradient += sums[start + Histogram.NUMBERS * bin];
        rows += sums[start + Histogram.NUMBERS * bin + 1];
      }
      long leftGradient = 0;
      long leftRows = 0;
      for (int bin = 0; bin < binCount - 1; bin++) {
        leftGradient += sums[start + Histogram.NUMBERS * bin];
        leftRows += sums[start + Histogram.NUMBERS * bin + 1];
        double gain =
            score(leftGradient, leftRows)
                + score(gradient - leftGradient, rows - leftRows)
                - score(gradient, rows);
        if (leftRows > 0 && leftRows < rows && gain > best.gain) {
          best =
              new Split(gain, firstFeature + feature, bin, gradient, rows, leftGradient, leftRows);
        }
      }
      if (best.feature < 0) {
        best = new Split(0, -1, -1, gradient, rows, 0, 0);
      }
    }
    return best;
  }

  private static double score(long gradient, long rows) {
    double sum = (double) gradient / Histogram.SCALE;
    return sum * sum / ((double) rows + REGULARISATION);
  }

  /** What a leaf adds to the prediction of its rows. */
  static double leaf(long gradient, long rows, double rate) {
    return -rate * ((double) gradient / Histogram.SCALE) / ((double) rows + REGULARISATION);
  }

  void write(long[] message, int at) {
    message[at] = Double.doubleToRawLongBits(gain);
    message[at + 1] = feature;
    message[at + 2] = bin;
    message[at + 3] = gradient;
    message[at + 4] = rows;
    message[at + 5] = leftGradient;
    message[at + 6] = leftRows;
  }

  static Split read(long[] message, int at) {
    return new Split(
        Double.longBitsToDouble(message[at]),
        (int) message[at + 1],
        (int) message[at + 2],
        message[at + 3],
        message[at + 4],
        message[at + 5],
        message[at + 6]);
  }

  /** The better one of two; the earlier feature of equal ones, on all ranks alike. */
  Split or(Split other) {
    return other.gain > gain || (feature < 0 && other.rows > rows) ? other : this;
  }
}
