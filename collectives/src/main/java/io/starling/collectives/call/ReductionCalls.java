package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.FoldingCollectives;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/** The three forms of each call; a {@link ReductionSetup} implements them. */
public abstract sealed class ReductionCalls extends DataMovementCalls implements FoldingCollectives
    permits ScanCalls, IntergroupCalls {

  private final ReductionSetup reductions;

  ReductionCalls(
      Member member, MovementSetup dataMovement, RootedSetup rooted, ReductionSetup reductions) {
    super(member, dataMovement, rooted);
    this.reductions = reductions;
  }

  @Override
  public final void reduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    try (Member.Entry _ = enter()) {
      reductions.reduce(data, result, operator, root).run();
    }
  }

  @Override
  public final Request iReduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    try (Member.Entry _ = enter()) {
      return reductions.reduce(data, result, operator, root).start();
    }
  }

  @Override
  public final PersistentRequest reduceInit(
      Buffer data, Buffer result, ReductionOperator operator, int root) {
    try (Member.Entry _ = enter()) {
      return reductions.reduce(data, result, operator, root).persistent();
    }
  }

  @Override
  public final void allreduce(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      reductions.allreduce(data, result, operator).run();
    }
  }

  @Override
  public final Request iAllreduce(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.allreduce(data, result, operator).start();
    }
  }

  @Override
  public final PersistentRequest allreduceInit(
      Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.allreduce(data, result, operator).persistent();
    }
  }

  @Override
  public final void reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      reductions.reduceScatterBlock(data, result, operator).run();
    }
  }

  @Override
  public final Request iReduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.reduceScatterBlock(data, result, operator).start();
    }
  }

  @Override
  public final PersistentRequest reduceScatterBlockInit(
      Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.reduceScatterBlock(data, result, operator).persistent();
    }
  }

  @Override
  public final void reduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      reductions.reduceScatter(data, result, counts, operator).run();
    }
  }

  @Override
  public final Request iReduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.reduceScatter(data, result, counts, operator).start();
    }
  }

  @Override
  public final PersistentRequest reduceScatterInit(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.reduceScatter(data, result, counts, operator).persistent();
    }
  }
}
