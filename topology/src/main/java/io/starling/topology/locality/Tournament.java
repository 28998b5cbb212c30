package io.starling.topology.locality;

import java.util.Arrays;

/** The maximum and a norm of values that change one at a time. */
final class Tournament {

  /** After so many changes the norm is computed anew, because rounding errors add up. */
  private static final int CHANGES_BETWEEN_SUMS = 1000;

  private final int leaves;
  private final int count;
  private final double[] winners;
  private double sumOfPowers;
  private int changes;

  Tournament(double... values) {
    count = values.length;
    int power = 1;
    while (power < count) {
      power *= 2;
    }
    leaves = power;
    winners = new double[2 * leaves];
    Arrays.fill(winners, Double.NEGATIVE_INFINITY);
    System.arraycopy(values, 0, winners, leaves, count);
    for (int node = leaves - 1; node > 0; node--) {
      winners[node] = Math.max(winners[2 * node], winners[2 * node + 1]);
    }
    sum();
  }

  private void sum() {
    sumOfPowers = 0;
    for (int i = leaves; i < leaves + count; i++) {
      sumOfPowers += power(winners[i]);
    }
    changes = 0;
  }

  /** The eighth power. */
  static double power(double value) {
    double square = value * value;
    double fourth = square * square;
    return fourth * fourth;
  }

  /** The eighth root. */
  static double root(double value) {
    return Math.sqrt(Math.sqrt(Math.sqrt(value)));
  }

  double maximum() {
    return winners[1];
  }

  /**
   * The 8-norm: near the maximum, but each value has its share.
   *
   * @param more is added to the sum of the powers first
   */
  double norm(double more) {
    return root(Math.max(0, sumOfPowers + more));
  }

  /** What the sum of the powers would gain with another value. */
  double added(int index, double value) {
    return power(value) - power(winners[leaves + index]);
  }

  /** Changes a value in O(log n) steps. */
  void set(int index, double value) {
    int node = leaves + index;
    sumOfPowers += power(value) - power(winners[node]);
    winners[node] = value;
    while (node > 1) {
      node /= 2;
      double winner = Math.max(winners[2 * node], winners[2 * node + 1]);
      if (winners[node] == winner) {
        break;
      }
      winners[node] = winner;
    }
    if (++changes == CHANGES_BETWEEN_SUMS) {
      sum();
    }
  }
}
