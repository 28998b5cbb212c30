package io.starling.collectives.algorithm;

import io.starling.collectives.broadcast.BlockingBroadcast;
import io.starling.collectives.broadcast.MultilevelBroadcast;
import io.starling.collectives.broadcast.TreeBroadcast;
import io.starling.collectives.broadcast.WaitAllBroadcast;
import io.starling.collectives.reduce.BlockingReduce;
import io.starling.collectives.reduce.MultilevelReduce;
import io.starling.collectives.reduce.TreeReduce;
import io.starling.collectives.reduce.WaitAllReduce;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The broadcasts and reduces on trees, and the baselines for comparison. */
final class TreeAlgorithms {

  static final Set<Parameter> LEVELS =
      EnumSet.of(
          Parameter.RADIX,
          Parameter.CLUSTER,
          Parameter.ZONE,
          Parameter.RACK,
          Parameter.NODE,
          Parameter.PACKAGE,
          Parameter.NUMA,
          Parameter.L3,
          Parameter.CORE);
  private static final Set<Parameter> LEVEL_PIPELINES = union(AlgorithmRegistry.PIPELINE, LEVELS);
  private static final Set<Parameter> BASELINE =
      union(EnumSet.of(Parameter.SEGMENT, Parameter.TREE), LEVELS);

  private static final String MULTILEVEL =
      "baseline: a communicator per level, one after the other (ADAPT's section 3.1)";

  private TreeAlgorithms() {}

  static List<Algorithm> all() {
    List<Algorithm> all = new ArrayList<>();
    registerTrees(all);
    registerBroadcastBaselines(all);
    registerReduceBaselines(all);
    return all;
  }

  private static void registerTrees(List<Algorithm> all) {
    for (TreeKind shape : TreeKind.values()) {
      String description = "ADAPT's; " + shape.description();
      Set<Parameter> parameters = parametersOf(shape);
      all.add(
          new BroadcastAlgorithm(
              shape.label(), description, parameters, values -> shape, TreeBroadcast::new));
      all.add(
          new ReduceAlgorithm(
              shape.label(), description, parameters, values -> shape, TreeReduce::new));
    }
  }

  private static void registerBroadcastBaselines(List<Algorithm> all) {
    all.add(
        new BroadcastAlgorithm(
            "blocking",
            "baseline: blocking sends and receives (ADAPT's figure 1)",
            BASELINE,
            Parameters::tree,
            BlockingBroadcast::new));
    all.add(
        new BroadcastAlgorithm(
            "waitall",
            "baseline: waits for all children before the next segment (ADAPT's figure 3)",
            BASELINE,
            Parameters::tree,
            WaitAllBroadcast::new));
    all.add(
        new BroadcastAlgorithm(
            "multilevel",
            MULTILEVEL,
            LEVEL_PIPELINES,
            values -> TreeKind.TOPOLOGY,
            MultilevelBroadcast::new));
  }

  private static void registerReduceBaselines(List<Algorithm> all) {
    all.add(
        new ReduceAlgorithm(
            "blocking",
            "baseline: blocking sends and receives (ADAPT's algorithm 1)",
            BASELINE,
            Parameters::tree,
            (context, plan, fold, inOrder) -> new BlockingReduce(context, plan, fold)));
    all.add(
        new ReduceAlgorithm(
            "waitall",
            "baseline: waits for all children before it folds (ADAPT's algorithm 2)",
            BASELINE,
            Parameters::tree,
            (context, plan, fold, inOrder) -> new WaitAllReduce(context, plan, fold)));
    all.add(
        new ReduceAlgorithm(
            "multilevel",
            MULTILEVEL,
            LEVEL_PIPELINES,
            values -> TreeKind.TOPOLOGY,
            MultilevelReduce::new));
  }

  private static Set<Parameter> parametersOf(TreeKind shape) {
    return switch (shape) {
      case K_NOMIAL -> union(AlgorithmRegistry.PIPELINE, EnumSet.of(Parameter.RADIX));
      case TOPOLOGY, RELAY -> LEVEL_PIPELINES;
      case CHAIN, BINARY, IN_ORDER_BINARY, BINOMIAL, FLAT -> AlgorithmRegistry.PIPELINE;
    };
  }

  private static Set<Parameter> union(Set<Parameter> some, Set<Parameter> more) {
    Set<Parameter> all = EnumSet.copyOf(some);
    all.addAll(more);
    return all;
  }
}
