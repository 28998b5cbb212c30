package io.starling.collectives.algorithm;

import static io.starling.collectives.algorithm.PatternAlgorithm.Limit.COMMUTATIVE;

import io.starling.collectives.allreduce.CubeAllreduce;
import io.starling.collectives.allreduce.DoubleTreeAllreduce;
import io.starling.collectives.allreduce.LinearAllreduce;
import io.starling.collectives.allreduce.RecursiveDoublingAllreduce;
import io.starling.collectives.allreduce.RingAllreduce;
import io.starling.collectives.allreduce.TreeAllreduce;
import io.starling.collectives.allreduce.TwoLevelAllreduce;
import io.starling.collectives.reduce.CubeReduce;
import io.starling.collectives.reducescatter.PairwiseReduceScatter;
import io.starling.collectives.reducescatter.RecursiveHalvingReduceScatter;
import io.starling.collectives.reducescatter.RingReduceScatter;
import io.starling.collectives.scan.LinearExclusiveScan;
import io.starling.collectives.scan.LinearScan;
import io.starling.collectives.scan.RecursiveDoublingExclusiveScan;
import io.starling.collectives.scan.RecursiveDoublingScan;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The patterns that fold. */
final class ReductionAlgorithms {

  private ReductionAlgorithms() {}

  static List<Algorithm> all() {
    List<Algorithm> all = new ArrayList<>();
    registerReduces(all);
    registerAllreduces(all);
    registerTwoLevelAllreduces(all);
    registerReduceScatters(all);
    registerScans(all);
    return all;
  }

  private static void registerReduces(List<Algorithm> all) {
    all.add(
        PatternAlgorithm.of(
            CollectiveKind.REDUCE,
            "halving-gather",
            "reduce-scatter by halving, then a gather (Rabenseifner); long messages",
            new CubeReduce()));
  }

  private static void registerAllreduces(List<Algorithm> all) {
    CollectiveKind kind = CollectiveKind.ALLREDUCE;
    Set<Parameter> trees = EnumSet.copyOf(TreeAlgorithms.LEVELS);
    trees.add(Parameter.TREE);
    all.add(
        PatternAlgorithm.of(
            kind,
            "recursive-doubling",
            "log2(P) exchanges of all the data; short messages",
            new RecursiveDoublingAllreduce()));
    all.add(
        PatternAlgorithm.of(
            kind,
            "linear",
            "all data to all ranks, in one step; short messages, few ranks",
            new LinearAllreduce()));
    all.add(
        PatternAlgorithm.of(
            kind,
            "halving-doubling",
            "log2(P) halvings and doublings (Rabenseifner); medium and long messages",
            CubeAllreduce.halvingDoubling()));
    all.add(
        PatternAlgorithm.of(
                kind,
                "bcube",
                "as halving-doubling, with radix ranks at a time: fewer rounds, more messages",
                CubeAllreduce.bcube())
            .withRadix());
    all.add(
        PatternAlgorithm.of(
            kind,
            "ring",
            "reduce-scatter and allgather round a ring; long messages",
            new RingAllreduce(),
            COMMUTATIVE));
    all.add(
        PatternAlgorithm.of(
                kind,
                "tree",
                "a reduce that feeds a broadcast, segment by segment",
                new TreeAllreduce(),
                COMMUTATIVE)
            .with(trees));
    all.add(
        PatternAlgorithm.of(
            kind,
            "double-tree",
            "two binary trees, half of the data on each; long messages, many ranks",
            new DoubleTreeAllreduce(),
            COMMUTATIVE));
  }

  private static void registerTwoLevelAllreduces(List<Algorithm> all) {
    all.add(
        PatternAlgorithm.of(
                CollectiveKind.ALLREDUCE,
                "two-level",
                "trees inside nodes (or packages), halving-doubling between their leaders",
                new TwoLevelAllreduce(CubeAllreduce.halvingDoubling()),
                COMMUTATIVE)
            .with(TreeAlgorithms.LEVELS));
    all.add(
        PatternAlgorithm.of(
                CollectiveKind.ALLREDUCE,
                "two-level-ring",
                "trees inside nodes (or packages), a ring between their leaders",
                new TwoLevelAllreduce(new RingAllreduce()),
                COMMUTATIVE)
            .with(TreeAlgorithms.LEVELS));
  }

  private static void registerReduceScatters(List<Algorithm> all) {
    CollectiveKind kind = CollectiveKind.REDUCE_SCATTER;
    all.add(
        PatternAlgorithm.of(
            kind,
            "recursive-halving",
            "log2(P) halvings; short messages",
            new RecursiveHalvingReduceScatter()));
    all.add(
        PatternAlgorithm.of(
            kind,
            "pairwise",
            "every block directly to its rank; long messages",
            new PairwiseReduceScatter()));
    all.add(
        PatternAlgorithm.of(
            kind,
            "ring",
            "every block once round a ring; long messages",
            new RingReduceScatter(),
            COMMUTATIVE));
  }

  private static void registerScans(List<Algorithm> all) {
    String doubling = "log2(P) rounds; short messages";
    String linear = "from rank to rank, segment by segment; long messages";
    all.add(
        PatternAlgorithm.of(
            CollectiveKind.SCAN, "recursive-doubling", doubling, new RecursiveDoublingScan()));
    all.add(PatternAlgorithm.of(CollectiveKind.SCAN, "linear", linear, new LinearScan()));
    all.add(
        PatternAlgorithm.of(
            CollectiveKind.EXCLUSIVE_SCAN,
            "recursive-doubling",
            doubling,
            new RecursiveDoublingExclusiveScan()));
    all.add(
        PatternAlgorithm.of(
            CollectiveKind.EXCLUSIVE_SCAN, "linear", linear, new LinearExclusiveScan()));
  }
}
