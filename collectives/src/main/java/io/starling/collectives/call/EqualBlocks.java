package io.starling.collectives.call;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;

/** The problems of collectives in which all blocks have the same length. */
final class EqualBlocks {

  private EqualBlocks() {}

  /**
   * The problem of this rank.
   *
   * @param bytes the length of a block; of the message if there are no blocks
   */
  static Problem problem(
      CollectiveKind kind,
      Context context,
      int root,
      long bytes,
      long elementBytes,
      boolean inPlace) {
    int rank = context.rank();
    long total = context.size() * bytes;
    Blocks all = Blocks.equal(context.size(), bytes);
    Blocks own = Blocks.equal(1, bytes);
    long atStart = inPlace ? 0 : Problem.APART;
    long atBlock = inPlace ? all.offset(rank) : Problem.APART;
    return switch (kind) {
      case BARRIER, BROADCAST, REDUCE, ALLREDUCE, SCAN, EXCLUSIVE_SCAN ->
          Problem.whole(root, bytes, elementBytes, atStart);
      case GATHER, ALLGATHER -> new Problem(root, total, elementBytes, own, all, atBlock);
      case SCATTER -> {
        // In place, the root's result is its block of the data.
        Blocks target =
            inPlace ? Blocks.of(new long[] {all.offset(rank)}, new long[] {bytes}) : own;
        yield new Problem(root, total, elementBytes, all, target, atStart);
      }
      case ALLTOALL -> new Problem(root, total, elementBytes, all, all, atStart);
      case REDUCE_SCATTER -> new Problem(root, total, elementBytes, all, own, atStart);
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL ->
          throw new IllegalArgumentException(kind.label() + " has blocks of neighbours");
    };
  }
}
