package io.starling.collectives.cost;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;

/**
 * The problems of which a cost is asked: no root but rank 0, equal blocks, data and result apart.
 */
final class Problems {

  private Problems() {}

  /**
   * The problem of a rank.
   *
   * @param bytes all blocks together, where there are blocks
   */
  static Problem of(CollectiveKind kind, long bytes, int rank, int ranks) {
    int root = kind.hasRoot() ? 0 : Problem.NO_ROOT;
    Blocks all = Blocks.split(bytes, 1, ranks);
    Blocks own = Blocks.equal(1, all.length(rank));
    return switch (kind) {
      case BARRIER -> Problem.whole(root, 0, 1, Problem.APART);
      case BROADCAST, REDUCE, ALLREDUCE, SCAN, EXCLUSIVE_SCAN ->
          Problem.whole(root, bytes, 1, Problem.APART);
      case SCATTER, REDUCE_SCATTER -> new Problem(root, bytes, 1, all, own, Problem.APART);
      case GATHER, ALLGATHER -> new Problem(root, bytes, 1, own, all, Problem.APART);
      case ALLTOALL ->
          new Problem(root, bytes, 1, equal(bytes, ranks), equal(bytes, ranks), Problem.APART);
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL ->
          throw new IllegalArgumentException(kind.label() + " depends on a virtual topology");
    };
  }

  /** What one rank sends to another has the same length at both. */
  private static Blocks equal(long bytes, int ranks) {
    return Blocks.equal(ranks, bytes / ranks);
  }
}
