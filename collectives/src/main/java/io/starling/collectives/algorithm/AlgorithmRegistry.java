package io.starling.collectives.algorithm;

import io.starling.collectives.barrier.DisseminationBarrier;
import io.starling.collectives.broadcast.BlockingBroadcast;
import io.starling.collectives.broadcast.MultilevelBroadcast;
import io.starling.collectives.broadcast.TreeBroadcast;
import io.starling.collectives.broadcast.WaitAllBroadcast;
import io.starling.collectives.reduce.BlockingReduce;
import io.starling.collectives.reduce.MultilevelReduce;
import io.starling.collectives.reduce.TreeReduce;
import io.starling.collectives.reduce.WaitAllReduce;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All algorithms. */
public final class AlgorithmRegistry {

  private static final Set<Parameter> PIPELINE =
      EnumSet.of(Parameter.SEGMENT, Parameter.SEND_WINDOW, Parameter.RECEIVE_WINDOW);
  private static final Set<Parameter> LEVELS =
      EnumSet.of(
          Parameter.RADIX,
          Parameter.CLUSTER,
          Parameter.NODE,
          Parameter.PACKAGE,
          Parameter.NUMA,
          Parameter.L3,
          Parameter.CORE);
  private static final Set<Parameter> LEVEL_PIPELINES = union(PIPELINE, LEVELS);
  private static final Set<Parameter> BASELINE =
      union(EnumSet.of(Parameter.SEGMENT, Parameter.TREE), LEVELS);

  private static final String MULTILEVEL =
      "baseline: a communicator per level, one after the other (ADAPT's section 3.1)";

  private static final List<Algorithm> ALL = register();

  private AlgorithmRegistry() {}

  private static List<Algorithm> register() {
    List<Algorithm> all = new ArrayList<>();
    all.add(
        new BarrierAlgorithm(
            "dissemination", "log2(P) rounds of empty messages", DisseminationBarrier::new));
    registerTrees(all);
    registerBroadcastBaselines(all);
    registerReduceBaselines(all);
    all.sort(Comparator.comparing(Algorithm::kind));
    return List.copyOf(all);
  }

  private static void registerTrees(List<Algorithm> all) {
    for (Shape shape : Shape.values()) {
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
            values -> Shape.TOPOLOGY,
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
            values -> Shape.TOPOLOGY,
            MultilevelReduce::new));
  }

  private static Set<Parameter> parametersOf(Shape shape) {
    return switch (shape) {
      case K_NOMIAL -> union(PIPELINE, EnumSet.of(Parameter.RADIX));
      case TOPOLOGY -> LEVEL_PIPELINES;
      case CHAIN, BINARY, IN_ORDER_BINARY, BINOMIAL, FLAT -> PIPELINE;
    };
  }

  private static Set<Parameter> union(Set<Parameter> some, Set<Parameter> more) {
    Set<Parameter> all = EnumSet.copyOf(some);
    all.addAll(more);
    return all;
  }

  /** All of them, by collective. */
  public static List<Algorithm> all() {
    return ALL;
  }

  /** Those of one collective. */
  public static List<Algorithm> of(CollectiveKind kind) {
    return ALL.stream().filter(algorithm -> algorithm.kind() == kind).toList();
  }

  /**
   * One of them.
   *
   * @throws IllegalArgumentException if there is none of that name; the message lists the known
   */
  public static Algorithm named(CollectiveKind kind, String name) {
    return of(kind).stream()
        .filter(algorithm -> algorithm.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown algorithm '%s' for %s; known are %s"
                        .formatted(
                            name,
                            kind.label(),
                            of(kind).stream()
                                .map(Algorithm::name)
                                .collect(Collectors.joining(", ")))));
  }
}
