package io.starling.topology.locality;

import java.util.List;
import java.util.Locale;

/**
 * What a search has found.
 *
 * @param hosts the hosts by rank
 * @param cost of this order in microseconds
 * @param costBefore of the given order
 * @param lowerBound a cost that no order can be below
 * @param annealings how many times the search started over
 */
public record RankOrder(
    List<String> hosts, double cost, double costBefore, double lowerBound, int annealings) {

  /** How far the cost may be above that of the best order, as a fraction; 0.03 is 3 %. */
  public double gap() {
    return lowerBound > 0 ? cost / lowerBound - 1 : 0;
  }

  /** How much faster this order is than the given one, and what the bound says: for people. */
  public String describe() {
    if (cost == 0) {
      return "as fast as in the given order: nothing is sent";
    }
    String gain =
        String.format(Locale.ROOT, "%.2f times as fast as in the given order", costBefore / cost);
    // A bound below half of the cost says nothing of use.
    return lowerBound < cost / 2
        ? gain
        : gain
            + String.format(
                Locale.ROOT,
                "; no order is better by more than %.1f %%",
                Math.max(0, 100 * (1 - lowerBound / cost)));
  }
}
