package io.starling.collectives.algorithm;

import static io.starling.collectives.algorithm.CollectiveKind.ALLGATHER;
import static io.starling.collectives.algorithm.CollectiveKind.ALLTOALL;
import static io.starling.collectives.algorithm.CollectiveKind.BROADCAST;
import static io.starling.collectives.algorithm.CollectiveKind.GATHER;
import static io.starling.collectives.algorithm.CollectiveKind.NEIGHBOUR_ALLGATHER;
import static io.starling.collectives.algorithm.CollectiveKind.NEIGHBOUR_ALLTOALL;
import static io.starling.collectives.algorithm.CollectiveKind.SCATTER;
import static io.starling.collectives.algorithm.PatternAlgorithm.Limit.EQUAL_BLOCKS;

import io.starling.collectives.allgather.BruckAllgather;
import io.starling.collectives.allgather.LinearAllgather;
import io.starling.collectives.allgather.NeighbourExchangeAllgather;
import io.starling.collectives.allgather.RecursiveDoublingAllgather;
import io.starling.collectives.allgather.RingAllgather;
import io.starling.collectives.allgather.TwoLevelAllgather;
import io.starling.collectives.alltoall.BruckAlltoall;
import io.starling.collectives.alltoall.PairwiseAlltoall;
import io.starling.collectives.alltoall.TwoLevelAlltoall;
import io.starling.collectives.broadcast.ScatterAllgather;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.gather.BinomialGather;
import io.starling.collectives.gather.LinearGather;
import io.starling.collectives.neighbour.LinearNeighbourExchange;
import io.starling.collectives.scatter.BinomialScatter;
import io.starling.collectives.scatter.LinearScatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * The patterns that move data without folding. The first pattern of each collective has no
 * restrictions.
 */
final class DataMovementAlgorithms {

  private static final String TWO_LEVEL = "two-level";

  private DataMovementAlgorithms() {}

  static List<Algorithm> all() {
    return Stream.of(fromOrToRoot(), allgathers(), alltoalls(), neighbours())
        .<Algorithm>flatMap(List::stream)
        .toList();
  }

  private static PatternAlgorithm of(
      CollectiveKind kind,
      String name,
      String description,
      Pattern pattern,
      PatternAlgorithm.Limit... limits) {
    return PatternAlgorithm.of(kind, name, description, pattern, limits);
  }

  private static List<PatternAlgorithm> fromOrToRoot() {
    return List.of(
        of(
            BROADCAST,
            "scatter-allgather",
            "parts to all ranks, then round a ring; long messages",
            new ScatterAllgather()),
        of(
            SCATTER,
            "linear",
            "the root sends every block itself; long blocks",
            new LinearScatter()),
        of(
            SCATTER,
            "binomial",
            "blocks of whole subtrees down a tree; short blocks",
            new BinomialScatter(),
            EQUAL_BLOCKS),
        of(GATHER, "linear", "every rank sends to the root; long blocks", new LinearGather()),
        of(
            GATHER,
            "binomial",
            "blocks of whole subtrees up a tree; short blocks",
            new BinomialGather(),
            EQUAL_BLOCKS));
  }

  private static List<PatternAlgorithm> allgathers() {
    return List.of(
        of(ALLGATHER, "ring", "blocks go round a ring; long blocks", new RingAllgather()),
        of(ALLGATHER, "bruck", "log2(P) rounds; short blocks", new BruckAllgather()),
        of(
            ALLGATHER,
            "recursive-doubling",
            "log2(P) exchanges; short blocks, best with a power of two",
            new RecursiveDoublingAllgather()),
        of(
            ALLGATHER,
            "neighbour-exchange",
            "P/2 rounds between neighbours; the ring if P is odd",
            new NeighbourExchangeAllgather()),
        of(ALLGATHER, "linear", "every rank sends to all; few ranks", new LinearAllgather()),
        of(
            ALLGATHER,
            TWO_LEVEL,
            "to the node's leader, round a ring of leaders, down in the node",
            new TwoLevelAllgather()));
  }

  private static List<PatternAlgorithm> alltoalls() {
    return List.of(
        of(
            ALLTOALL,
            "linear",
            "receive-window exchanges at a time",
            PairwiseAlltoall::windowAtATime),
        of(
            ALLTOALL,
            "pairwise",
            "one exchange at a time; long blocks",
            PairwiseAlltoall::oneAtATime),
        of(
            ALLTOALL,
            "bruck",
            "log2(P) rounds, by way of other ranks; short blocks",
            new BruckAlltoall(),
            EQUAL_BLOCKS),
        of(
            ALLTOALL,
            TWO_LEVEL,
            "one message between each two nodes, through their leaders; short blocks",
            new TwoLevelAlltoall(),
            EQUAL_BLOCKS));
  }

  private static List<PatternAlgorithm> neighbours() {
    return List.of(
        of(
            NEIGHBOUR_ALLGATHER,
            "linear",
            "to all neighbours at once",
            LinearNeighbourExchange::allgather),
        of(
            NEIGHBOUR_ALLTOALL,
            "linear",
            "to all neighbours at once",
            LinearNeighbourExchange::alltoall));
  }
}
