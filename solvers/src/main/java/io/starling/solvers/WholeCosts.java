package io.starling.solvers;

import io.starling.topology.locality.LinkCosts;

/**
 * The times of messages as whole numbers, rounded down: a bound on their sum is one on the times,
 * too.
 *
 * @param perMicrosecond how many units a microsecond has
 */
record WholeCosts(LinkCosts links, double perMicrosecond) {

  /** Fine enough that rounding costs a proof less than a millionth, and far from an overflow. */
  private static final double LARGEST = 1e7;

  /** Units in which the slowest message of so many bytes has eight digits. */
  static WholeCosts of(LinkCosts links, double bytes) {
    double slowest = 0;
    for (int i = 0; i < links.size(); i++) {
      for (int j = 0; j < links.size(); j++) {
        slowest = Math.max(slowest, links.microseconds(i, j, bytes));
      }
    }
    return new WholeCosts(links, LARGEST / slowest);
  }

  int size() {
    return links.size();
  }

  /** The time of a message in units. */
  long of(int from, int to, double bytes) {
    return (long) (links.microseconds(from, to, bytes) * perMicrosecond);
  }

  /** Units as microseconds. */
  double microseconds(double units) {
    return units / perMicrosecond;
  }

  /** The least time of a message between two hosts in units. */
  long least(double bytes) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < size(); i++) {
      for (int j = 0; j < i; j++) {
        least = Math.min(least, of(i, j, bytes));
      }
    }
    return least;
  }

  /** The largest time of a message in units. */
  long largest() {
    return (long) LARGEST;
  }
}
