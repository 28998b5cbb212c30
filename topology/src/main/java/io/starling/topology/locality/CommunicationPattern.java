package io.starling.topology.locality;

/**
 * What a collective sends between ranks, as far as its cost depends on the order of the hosts: rank
 * {@code r} runs on host {@code order[r]}.
 */
public sealed interface CommunicationPattern
    permits EdgesPattern, MessagesPattern, RingPattern, RoundsPattern, TreesPattern {

  /** The number of ranks. */
  int size();

  /**
   * Its cost in an order, to be changed step by step.
   *
   * @param order the host of each rank: a permutation, which is copied
   */
  Evaluation evaluate(LinkCosts links, int... order);

  /** A cost in microseconds that no order can be below. */
  double lowerBound(LinkCosts links);

  /**
   * A good order to begin a search with; empty if a random one is as good.
   *
   * @param seed another one gives another order
   */
  default int[] startingOrder(LinkCosts links, long seed) {
    return new int[0];
  }

  /** Its cost in an order in microseconds. */
  default double cost(LinkCosts links, int... order) {
    return evaluate(links, order).cost();
  }

  /** Checks that there is a host for each rank. */
  static void checkSize(CommunicationPattern pattern, LinkCosts links) {
    if (pattern.size() != links.size()) {
      throw new IllegalArgumentException(
          "a pattern of %d ranks does not fit %d hosts".formatted(pattern.size(), links.size()));
    }
  }
}
