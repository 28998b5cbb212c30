package io.starling.collectives.algorithm;

import io.starling.collectives.barrier.BarrierPatterns;
import io.starling.collectives.exchange.Pattern;
import java.util.List;
import java.util.Set;

/** The barriers. */
final class BarrierAlgorithms {

  private BarrierAlgorithms() {}

  static List<Algorithm> all() {
    return List.of(
        barrier(
            "dissemination", "log2(P) rounds of empty messages", BarrierPatterns::dissemination),
        barrier("linear", "one round of empty messages to all; few ranks", BarrierPatterns::linear),
        barrier("central", "to rank 0 and back; few ranks", BarrierPatterns::central),
        barrier("tree", "up a binomial tree and down again", BarrierPatterns::tree),
        barrier(
            "two-level",
            "a tree in each node, dissemination among their leaders",
            BarrierPatterns::twoLevel),
        barrier(
            "two-level-central",
            "a tree in each node, their leaders to the first and back; few nodes",
            BarrierPatterns::twoLevelCentral));
  }

  private static Algorithm barrier(String name, String description, Pattern pattern) {
    return new PatternAlgorithm(
        CollectiveKind.BARRIER, name, description, Set.of(), Set.of(), pattern);
  }
}
