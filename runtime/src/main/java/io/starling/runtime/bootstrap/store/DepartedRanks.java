package io.starling.runtime.bootstrap.store;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The ranks that no longer take part in anything, with the reasons. For one thread. */
final class DepartedRanks {

  private final BitSet ranks = new BitSet();
  private final Map<Integer, String> reasons = new HashMap<>();

  /** Adds a rank, or a better reason. */
  void add(int rank, String reason) {
    ranks.set(rank);
    reasons.put(rank, reason);
  }

  BitSet ranks() {
    return ranks;
  }

  String reason(int rank) {
    return reasons.get(rank);
  }

  /** The first departed rank in a set, or -1. */
  int firstOf(BitSet set) {
    BitSet both = (BitSet) set.clone();
    both.and(ranks);
    return both.nextSetBit(0);
  }
}
