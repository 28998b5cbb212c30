package io.starling.collectives.call;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CallCheck;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.LengthCheck;
import io.starling.runtime.Buffer;

/** A call of a collective. */
public final class CollectiveCall extends Call {

  private final Plan plan;
  private final CollectiveOperation operation;
  private Buffer data;
  private Buffer result;
  private String text;

  CollectiveCall(Member member, Plan plan, CollectiveOperation operation) {
    super(member, operation);
    this.plan = plan;
    this.operation = operation;
  }

  /**
   * Sets what the next run uses.
   *
   * @param itsData this rank's contribution, or null
   * @param itsResult this rank's result, or null
   * @param itsText the call, for messages about ranks that disagree; null without {@code --check}
   */
  CollectiveCall with(Buffer itsData, Buffer itsResult, String itsText) {
    data = itsData;
    result = itsResult;
    text = itsText;
    return this;
  }

  @Override
  public CollectiveOperation operation() {
    return operation;
  }

  @Override
  void prepare() {
    operation.useMemory(memory("data", data), memory("result", result));
    operation.checkCanBegin();
    int sequence = member().sequence().take(operation);
    if (text != null && member().context().size() > 1) {
      check(sequence);
    }
  }

  /** Makes the operation fail if the ranks call different collectives. */
  private void check(int sequence) {
    Context context = member().context();
    CallCheck agreement = new CallCheck(context, sequence, text, plan.choice().describe());
    agreement.begin();
    Problem problem = plan.problem();
    if (problem.bytes() != Problem.UNKNOWN) {
      operation.joinTo(agreement);
      return;
    }
    LengthCheck lengths =
        new LengthCheck(
            context,
            sequence,
            text,
            sent(problem, context.rank(), context.size()),
            expected(problem, context.rank(), context.size()));
    lengths.joinTo(agreement);
    lengths.begin();
    operation.joinTo(lengths);
  }

  @Override
  void becomeIdle() {
    with(null, null, null);
    plan.add(this);
  }

  /** The bytes to each rank. */
  private static long[] sent(Problem problem, int rank, int size) {
    if (problem.neighbours() != Neighbours.NONE) {
      return toNeighbours(problem, size);
    }
    return problem.data().count() == 1
        ? toRoot(problem.data(), problem.root(), rank, size)
        : ofEach(problem.data(), problem.root(), rank, size);
  }

  /** The bytes from each rank. */
  private static long[] expected(Problem problem, int rank, int size) {
    if (problem.neighbours() != Neighbours.NONE) {
      return fromNeighbours(problem, size);
    }
    return problem.result().count() == 1
        ? toRoot(problem.result(), problem.root(), rank, size)
        : ofEach(problem.result(), problem.root(), rank, size);
  }

  /** The same rank may be a neighbour several times. */
  private static long[] toNeighbours(Problem problem, int size) {
    Neighbours neighbours = problem.neighbours();
    long[] lengths = new long[size];
    for (int i = 0; i < neighbours.destinations(); i++) {
      if (neighbours.destination(i) != Neighbours.NOBODY) {
        lengths[neighbours.destination(i)] +=
            problem.data().length(problem.data().count() == 1 ? 0 : i);
      }
    }
    return lengths;
  }

  private static long[] fromNeighbours(Problem problem, int size) {
    Neighbours neighbours = problem.neighbours();
    long[] lengths = new long[size];
    for (int i = 0; i < neighbours.sources(); i++) {
      if (neighbours.source(i) != Neighbours.NOBODY) {
        lengths[neighbours.source(i)] += problem.result().length(i);
      }
    }
    return lengths;
  }

  private static long[] toRoot(Blocks blocks, int root, int rank, int size) {
    long[] lengths = new long[size];
    if (rank != root) {
      lengths[root] = blocks.length(0);
    }
    return lengths;
  }

  /** On ranks other than the root, the blocks are those of the root. */
  private static long[] ofEach(Blocks blocks, int root, int rank, int size) {
    long[] lengths = new long[size];
    for (int peer = 0; peer < size && (root == Problem.NO_ROOT || rank == root); peer++) {
      lengths[peer] = blocks.length(peer);
    }
    return lengths;
  }
}
