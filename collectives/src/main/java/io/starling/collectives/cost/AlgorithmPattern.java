package io.starling.collectives.cost;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.BroadcastAlgorithm;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.PatternAlgorithm;
import io.starling.collectives.algorithm.ReduceAlgorithm;
import io.starling.collectives.algorithm.SharedMemoryAlgorithm;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.exchange.RankMessages;
import io.starling.collectives.exchange.RankMessages.End;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.progress.Tags;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.EdgesPattern;
import io.starling.topology.locality.MessageGraph;
import io.starling.topology.locality.MessagesPattern;
import io.starling.topology.locality.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The messages of a registered algorithm, as a pattern that has a cost on any hosts. A new
 * algorithm has its model at once.
 *
 * @param choice the algorithm with its parameters
 * @param bytes the longest message of a rank: its whole data or result, all blocks together
 * @param layouts what each rank knows of the places of all
 */
public record AlgorithmPattern(Choice choice, long bytes, IntFunction<Layout> layouts) {

  /** No window delays a message where only chains or rounds of messages count. */
  private static final int WIDE = Tags.MAX_SEGMENTS / 2;

  /**
   * Reads an algorithm, one rank on each host.
   *
   * @param collective such as {@code allreduce}
   * @param specification as in {@code halving-doubling} or {@code k-nomial,radix=4}
   * @throws IllegalArgumentException if it is malformed, or the algorithm has no schedule of its
   *     own because the messages depend on a virtual topology
   */
  public static AlgorithmPattern of(
      String collective, String specification, long bytes, int ranks) {
    CollectiveKind kind = Specification.kind(collective);
    if (kind == CollectiveKind.NEIGHBOUR_ALLGATHER || kind == CollectiveKind.NEIGHBOUR_ALLTOALL) {
      throw new IllegalArgumentException(
          kind.label()
              + " has no schedule of its own: its messages follow the graph of a communicator");
    }
    return new AlgorithmPattern(
        Specification.choice(kind, specification), bytes, Layout.apart(ranks));
  }

  /**
   * The pattern of so many ranks.
   *
   * @throws IllegalArgumentException if the algorithm would deadlock with messages that wait for
   *     their receives
   */
  public CommunicationPattern pattern(int ranks, Timing timing) {
    List<RankMessages> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      all.add(messages(rank, ranks, timing));
    }
    MessageGraph graph = MessageJoin.of(all);
    return timing == Timing.TOTAL
        ? new EdgesPattern(ranks, graph.from(), graph.to(), graph.bytes())
        : new MessagesPattern(graph, timing);
  }

  private RankMessages messages(int rank, int ranks, Timing timing) {
    return choice.algorithm() instanceof SharedMemoryAlgorithm shared
        ? messages(shared.elsewhere(), shared.elsewhere(choice.parameters()), rank, ranks, timing)
        : messages(choice.algorithm(), choice.parameters(), rank, ranks, timing);
  }

  private RankMessages messages(
      Algorithm algorithm, Parameters given, int rank, int ranks, Timing timing) {
    Problem problem = problem(algorithm.kind(), bytes, rank, ranks);
    Hierarchy hierarchy = layouts.apply(rank).hierarchy(rank);
    Parameters parameters = timing == Timing.LINKS ? given : whole(given, problem);
    return switch (algorithm) {
      case PatternAlgorithm pattern ->
          RankMessages.of(
              pattern.pattern(),
              problem,
              hierarchy,
              rank,
              ranks,
              parameters.tuning(problem, hierarchy));
      case BroadcastAlgorithm broadcast ->
          down(plan(broadcast.shape().apply(parameters), parameters, problem, hierarchy, ranks));
      case SharedMemoryAlgorithm shared ->
          throw new IllegalStateException(shared.name() + " has another algorithm for messages");
      case ReduceAlgorithm reduce ->
          up(plan(reduce.shape().apply(parameters), parameters, problem, hierarchy, ranks));
    };
  }

  /** Neither segments nor windows. */
  private static Parameters whole(Parameters given, Problem problem) {
    return new Parameters(
        Math.max(1, problem.bytes()), WIDE, WIDE + 1, given.radix(), given.tree(), given.levels());
  }

  private static TreePlan plan(
      TreeKind tree, Parameters parameters, Problem problem, Hierarchy hierarchy, int ranks) {
    return new TreePlan(
        parameters.shape(tree, hierarchy).branch(hierarchy.rank(), ranks, problem.root()),
        problem.bytes(),
        TreePlan.segmentBytes(parameters.segmentBytes(), problem.bytes(), problem.elementBytes()),
        parameters.sendWindow(),
        parameters.receiveWindow());
  }

  /**
   * The problem of a rank.
   *
   * @param bytes all blocks together, where there are blocks
   */
  private static Problem problem(CollectiveKind kind, long bytes, int rank, int ranks) {
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

  /** A broadcast: what comes from the parent goes to the children. */
  private static RankMessages down(TreePlan plan) {
    RankMessages messages = new RankMessages();
    for (int segment = 0; segment < plan.segments(); segment++) {
      long bytes = plan.length(segment);
      int[] after = {};
      if (!plan.branch().isRoot()) {
        int parent = plan.branch().parent();
        after = new int[] {messages.add(new End(false, parent, segment, bytes))};
      }
      for (int child : plan.branch().children()) {
        messages.add(new End(true, child, segment, bytes, after));
      }
    }
    return messages;
  }

  /** A reduce: what comes from all children goes to the parent. */
  private static RankMessages up(TreePlan plan) {
    RankMessages messages = new RankMessages();
    for (int segment = 0; segment < plan.segments(); segment++) {
      long bytes = plan.length(segment);
      int[] after = new int[plan.children()];
      for (int child = 0; child < after.length; child++) {
        int peer = plan.branch().children()[child];
        after[child] = messages.add(new End(false, peer, segment, bytes));
      }
      if (!plan.branch().isRoot()) {
        messages.add(new End(true, plan.branch().parent(), segment, bytes, after));
      }
    }
    return messages;
  }
}
