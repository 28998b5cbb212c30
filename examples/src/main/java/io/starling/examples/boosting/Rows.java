package io.starling.examples.boosting;

import java.util.SplittableRandom;

/**
 * Rows of a generated table: the bins of their features, the values to be learned, and what the
 * model says so far. A row depends only on the seed and its number, so all divisions of a table
 * have the same rows.
 */
public final class Rows {

  private static final double NOISE = 0.1;

  /** Of each feature, the bin of each row: 0 to 255, as unsigned bytes. */
  private final byte[][] bins;

  private final double[] targets;
  private final double[] predictions;

  private Rows(int count, int features) {
    bins = new byte[features][count];
    targets = new double[count];
    predictions = new double[count];
  }

  /**
   * Rows of a table.
   *
   * @param first the number of the first one
   * @param count how many
   * @param binCount how many bins a feature has, 2 to 256
   */
  public static Rows generate(long seed, long first, int count, int features, int binCount) {
    Rows rows = new Rows(count, features);
    for (int row = 0; row < count; row++) {
      SplittableRandom random = new SplittableRandom(seed + 0x9E3779B97F4A7C15L * (first + row));
      double target = NOISE * random.nextDouble(-1, 1);
      for (int feature = 0; feature < features; feature++) {
        double value = random.nextDouble();
        rows.bins[feature][row] = (byte) (int) (value * binCount);
        target += weight(feature) * (feature % 2 == 0 ? value : value * value);
      }
      rows.targets[row] = target;
    }
    return rows;
  }

  /** Later features matter less. */
  private static double weight(int feature) {
    return (feature % 3 == 0 ? -1 : 1) * 4.0 / (1 + feature);
  }

  public int count() {
    return targets.length;
  }

  public int features() {
    return bins.length;
  }

  /** The bins of a feature, by row, as unsigned bytes; not a copy. */
  byte[] bins(int feature) {
    return bins[feature];
  }

  /** How far the model is above the target: the gradient of half the squared error. */
  double gradient(int row) {
    return predictions[row] - targets[row];
  }

  void add(int row, double value) {
    predictions[row] += value;
  }

  /** The sum of the squared errors. */
  public double squaredError() {
    double sum = 0;
    for (int row = 0; row < targets.length; row++) {
      sum += gradient(row) * gradient(row);
    }
    return sum;
  }
}
