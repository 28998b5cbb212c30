package io.starling.collectives.call;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.Context;
import io.starling.collectives.selection.Decisions;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;

/**
 * The common part of all collectives of a communicator: selects the algorithm of a call, and finds
 * or makes its plan. {@link DataMovement}, {@link RootedDataMovement}, {@link Reductions} and
 * {@link NeighbourDataMovement} check the arguments.
 */
public final class Collectives {

  private final Member member;
  private final Selection selection;
  private final Decisions decisions;
  private final Plan.Recent recent = new Plan.Recent();
  private final CountedPlans counted = new CountedPlans();

  public Collectives(Member member, Selection selection) {
    this.member = member;
    this.selection = selection;
    decisions = selection.on(member.context());
  }

  /** This rank's part in the communicator. */
  public Member member() {
    return member;
  }

  public Selection selection() {
    return selection;
  }

  /** The selection with other choices of algorithm. */
  public Selection selectionWith(String specification) {
    return selectionWith(specification, "withAlgorithm");
  }

  /** The selection with other choices, whose explanations name their origin. */
  public Selection selectionWith(String specification, String origin) {
    member.arguments().present("specification", specification);
    return selection.with(specification, origin);
  }

  public String algorithmFor(String collective, long bytes) {
    member.arguments().present("collective", collective);
    if (bytes < 0) {
      throw member.arguments().refuse("bytes must be at least 0, not " + bytes);
    }
    CollectiveKind kind = Specification.kind(collective);
    try (Member.Entry _ = member.enter()) {
      return decisions.decide(kind, bytes, true, true).choice().describe();
    }
  }

  /**
   * The plan of a call without folds, with blocks of equal length.
   *
   * @param bytes the length of a block; of the message if there are no blocks
   */
  Plan plan(CollectiveKind kind, int root, long bytes, boolean inPlace) {
    return plan(kind, root, bytes, Problem.ANY_BYTE, inPlace, null, null);
  }

  /**
   * The plan of a call in which all blocks have the same length.
   *
   * @param bytes the length of a block; of the message if there are no blocks
   * @param type the datatype that the operator folds; null if nothing is folded
   */
  Plan plan(
      CollectiveKind kind,
      int root,
      long bytes,
      long elementBytes,
      boolean inPlace,
      Datatype type,
      ReductionOperator operator) {
    Plan plan = recent.find(kind, root, bytes, elementBytes, inPlace, type, operator);
    if (plan == null) {
      Problem problem = equalBlocks(kind, member.context(), root, bytes, elementBytes, inPlace);
      plan = plan(kind, true, problem, type, operator);
      recent.add(kind, root, bytes, elementBytes, inPlace, type, operator, plan);
    }
    return plan;
  }

  /** The plans of calls with counts that were made before. */
  CountedPlans counted() {
    return counted;
  }

  /** The plan of a call without folds, with blocks of any lengths. */
  Plan plan(CollectiveKind kind, Problem problem) {
    return plan(kind, false, problem, null, null);
  }

  /**
   * The plan of a call.
   *
   * @param equalBlocks whether all blocks have the same length
   * @param type the datatype that the operator folds; null if nothing is folded
   */
  Plan plan(
      CollectiveKind kind,
      boolean equalBlocks,
      Problem problem,
      Datatype type,
      ReductionOperator operator) {
    boolean commutative = operator == null || operator.commutative();
    Choice choice = decisions.choose(kind, problem.bytes(), commutative, equalBlocks);
    return member.plans().get(member, new Plan.Key(choice, problem, type, operator));
  }

  /**
   * The problem of this rank.
   *
   * @param bytes the length of a block; of the message if there are no blocks
   */
  private static Problem equalBlocks(
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
