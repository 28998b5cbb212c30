package io.starling.topology.locality;

import java.util.List;

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
}
