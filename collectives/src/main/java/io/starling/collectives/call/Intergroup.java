package io.starling.collectives.call;

import io.starling.collectives.Intercommunicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.IntergroupAlgorithms;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.intergroup.Sides;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;

/**
 * One rank's part in two groups that communicate: the common part of their collectives, which run
 * on a communicator of both groups that users do not see.
 */
public final class Intergroup {

  /** No blocks: this rank sends nothing, or receives nothing. */
  static final Blocks NO_BLOCKS = Blocks.equal(0, 0);

  static final int[] NO_RANKS = {};

  private final Collectives union;
  private final Member remote;
  private final Sides.Side local;
  private final Sides.Side opposite;
  private final IntergroupAlgorithms algorithms;
  private final boolean check;

  /**
   * Two groups.
   *
   * @param union the communicator of both, in the order of {@code sides}
   * @param remote the same communicator, as messages see it: its ranks are those of the other group
   */
  public Intergroup(Collectives union, Member remote, Sides sides) {
    this.union = union;
    this.remote = remote;
    int rank = union.member().context().rank();
    local = sides.of(rank);
    opposite = sides.opposite(rank);
    algorithms = new IntergroupAlgorithms(sides);
    check = remote.check();
  }

  Collectives union() {
    return union;
  }

  Member remote() {
    return remote;
  }

  /** Checks of buffers with a block for each rank of the other group. */
  Arguments arguments() {
    return remote.arguments();
  }

  /** Checks of buffers with a block for each rank of this group. */
  Arguments localArguments() {
    return remote.arguments(local.size(), "rank");
  }

  /** The number of ranks of this group. */
  int size() {
    return local.size();
  }

  /** This rank's number in its group. */
  int rank() {
    return union.member().context().rank() - local.first();
  }

  /** The numbers of the other group's ranks. */
  int[] others() {
    return opposite.numbers();
  }

  /** The number of the root; {@link Problem#NO_ROOT} if this rank takes no part. */
  int root(int root) {
    if (root == Intercommunicator.ROOT) {
      return union.member().context().rank();
    }
    if (root == Intercommunicator.PROC_NULL) {
      return Problem.NO_ROOT;
    }
    if (root < 0 || root >= opposite.size()) {
      throw arguments()
          .refuse(
              "root %d is not a rank of the remote group, which are 0 to %d; the root itself passes ROOT, the others of its group PROC_NULL"
                  .formatted(root, opposite.size() - 1));
    }
    return opposite.number(root);
  }

  /** A call in which this rank does nothing; the others know the length of the message or not. */
  CollectiveCall nothing(CollectiveKind kind) {
    Problem problem =
        switch (kind) {
          case BROADCAST, REDUCE ->
              Problem.whole(Problem.NO_ROOT, 0, Problem.ANY_BYTE, Problem.APART);
          default -> exchange(NO_RANKS, NO_RANKS, NO_BLOCKS, NO_BLOCKS);
        };
    return call(kind, problem, null, null);
  }

  /** The problem of messages from some ranks and to some. */
  static Problem exchange(int[] sources, int[] destinations, Blocks data, Blocks result) {
    return new Problem(
        Problem.NO_ROOT,
        Problem.UNKNOWN,
        Problem.ANY_BYTE,
        data,
        result,
        Problem.APART,
        Neighbours.ofGraph(sources, destinations));
  }

  CollectiveCall call(CollectiveKind kind, Problem problem, Buffer data, Buffer result) {
    return call(kind, problem, null, null, data, result);
  }

  CollectiveCall call(
      CollectiveKind kind,
      Problem problem,
      Datatype type,
      ReductionOperator operator,
      Buffer data,
      Buffer result) {
    Member member = union.member();
    return member
        .plans()
        .get(member, new Plan.Key(algorithms.choice(kind), problem, type, operator))
        .call(data, result, check ? kind.label() + " between groups" : null);
  }

  /** Blocks of equal length for the ranks of the other group. */
  Blocks blocks(long length) {
    return Blocks.equal(opposite.size(), length);
  }
}
