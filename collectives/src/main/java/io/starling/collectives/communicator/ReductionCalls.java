package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.ReductionCollectives;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/** The three forms of each call; {@link Reductions} implements them. */
public abstract sealed class ReductionCalls extends DataMovementCalls
    implements ReductionCollectives permits RankCommunicator {

  private final Reductions reductions;

  ReductionCalls(Collectives collectives) {
    super(collectives);
    this.reductions = new Reductions(collectives);
  }

  final Reductions reductions() {
    return reductions;
  }

  @Override
  public final void reduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    reductions.reduce(data, result, operator, root).run();
  }

  @Override
  public final Request iReduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    return reductions.reduce(data, result, operator, root).start();
  }

  @Override
  public final PersistentRequest reduceInit(
      Buffer data, Buffer result, ReductionOperator operator, int root) {
    return reductions.reduce(data, result, operator, root).persistent();
  }

  @Override
  public final void allreduce(Buffer data, Buffer result, ReductionOperator operator) {
    reductions.allreduce(data, result, operator).run();
  }

  @Override
  public final Request iAllreduce(Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.allreduce(data, result, operator).start();
  }

  @Override
  public final PersistentRequest allreduceInit(
      Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.allreduce(data, result, operator).persistent();
  }

  @Override
  public final void reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator) {
    reductions.reduceScatterBlock(data, result, operator).run();
  }

  @Override
  public final Request iReduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.reduceScatterBlock(data, result, operator).start();
  }

  @Override
  public final PersistentRequest reduceScatterBlockInit(
      Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.reduceScatterBlock(data, result, operator).persistent();
  }

  @Override
  public final void reduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    reductions.reduceScatter(data, result, counts, operator).run();
  }

  @Override
  public final Request iReduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    return reductions.reduceScatter(data, result, counts, operator).start();
  }

  @Override
  public final PersistentRequest reduceScatterInit(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    return reductions.reduceScatter(data, result, counts, operator).persistent();
  }

  @Override
  public final void scan(Buffer data, Buffer result, ReductionOperator operator) {
    reductions.scan(data, result, operator).run();
  }

  @Override
  public final Request iScan(Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.scan(data, result, operator).start();
  }

  @Override
  public final PersistentRequest scanInit(Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.scan(data, result, operator).persistent();
  }

  @Override
  public final void exclusiveScan(Buffer data, Buffer result, ReductionOperator operator) {
    reductions.exclusiveScan(data, result, operator).run();
  }

  @Override
  public final Request iExclusiveScan(Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.exclusiveScan(data, result, operator).start();
  }

  @Override
  public final PersistentRequest exclusiveScanInit(
      Buffer data, Buffer result, ReductionOperator operator) {
    return reductions.exclusiveScan(data, result, operator).persistent();
  }
}
