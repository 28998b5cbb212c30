package io.starling.collectives.algorithm;

import static io.starling.collectives.algorithm.PatternAlgorithm.Limit.COMMUTATIVE;

import io.starling.collectives.allreduce.AllreducePatterns;
import io.starling.collectives.barrier.BarrierPatterns;
import io.starling.collectives.exchange.Pattern;
import java.util.List;
import java.util.Set;

/** The algorithms that are patterns, by collective. */
final class PatternAlgorithms {

  private PatternAlgorithms() {}

  static List<Algorithm> all() {
    return List.of(
        barrier(
            "dissemination", "log2(P) rounds of empty messages", BarrierPatterns::dissemination),
        barrier("tree", "up a binomial tree and down again", BarrierPatterns::tree),
        PatternAlgorithm.of(
            CollectiveKind.ALLREDUCE,
            "recursive-doubling",
            "log2(P) exchanges of all the data; short messages",
            AllreducePatterns::recursiveDoubling),
        PatternAlgorithm.of(
            CollectiveKind.ALLREDUCE,
            "ring",
            "reduce-scatter and allgather round a ring; long messages",
            AllreducePatterns::ring,
            COMMUTATIVE));
  }

  private static Algorithm barrier(String name, String description, Pattern pattern) {
    return new PatternAlgorithm(
        CollectiveKind.BARRIER, name, description, Set.of(), Set.of(), pattern);
  }
}
