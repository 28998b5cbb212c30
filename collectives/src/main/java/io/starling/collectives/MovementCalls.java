package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;

/** The three forms of each call; what they do is in {@link Movements}. */
abstract class MovementCalls extends PointToPointCalls implements CollectiveMovement {

  private final Movements movements;
  private final RootedMovements rooted;

  MovementCalls(Collectives collectives) {
    super(collectives.member());
    this.movements = new Movements(collectives);
    this.rooted = new RootedMovements(collectives);
  }

  final Movements movements() {
    return movements;
  }

  @Override
  public final void barrier() {
    movements.barrier().run();
  }

  @Override
  public final Request iBarrier() {
    return movements.barrier().start();
  }

  @Override
  public final PersistentRequest barrierInit() {
    return movements.barrier().persistent();
  }

  @Override
  public final void broadcast(Buffer data, int root) {
    movements.broadcast(data, root).run();
  }

  @Override
  public final Request iBroadcast(Buffer data, int root) {
    return movements.broadcast(data, root).start();
  }

  @Override
  public final PersistentRequest broadcastInit(Buffer data, int root) {
    return movements.broadcast(data, root).persistent();
  }

  @Override
  public final void scatter(Buffer data, Buffer result, int root) {
    rooted.scatter(data, result, root).run();
  }

  @Override
  public final Request iScatter(Buffer data, Buffer result, int root) {
    return rooted.scatter(data, result, root).start();
  }

  @Override
  public final PersistentRequest scatterInit(Buffer data, Buffer result, int root) {
    return rooted.scatter(data, result, root).persistent();
  }

  @Override
  public final void scatterv(Buffer data, Counts counts, Buffer result, int root) {
    rooted.scatterv(data, counts, result, root).run();
  }

  @Override
  public final Request iScatterv(Buffer data, Counts counts, Buffer result, int root) {
    return rooted.scatterv(data, counts, result, root).start();
  }

  @Override
  public final PersistentRequest scattervInit(Buffer data, Counts counts, Buffer result, int root) {
    return rooted.scatterv(data, counts, result, root).persistent();
  }

  @Override
  public final void gather(Buffer data, Buffer result, int root) {
    rooted.gather(data, result, root).run();
  }

  @Override
  public final Request iGather(Buffer data, Buffer result, int root) {
    return rooted.gather(data, result, root).start();
  }

  @Override
  public final PersistentRequest gatherInit(Buffer data, Buffer result, int root) {
    return rooted.gather(data, result, root).persistent();
  }

  @Override
  public final void gatherv(Buffer data, Buffer result, Counts counts, int root) {
    rooted.gatherv(data, result, counts, root).run();
  }

  @Override
  public final Request iGatherv(Buffer data, Buffer result, Counts counts, int root) {
    return rooted.gatherv(data, result, counts, root).start();
  }

  @Override
  public final PersistentRequest gathervInit(Buffer data, Buffer result, Counts counts, int root) {
    return rooted.gatherv(data, result, counts, root).persistent();
  }

  @Override
  public final void allgather(Buffer data, Buffer result) {
    movements.allgather(data, result).run();
  }

  @Override
  public final Request iAllgather(Buffer data, Buffer result) {
    return movements.allgather(data, result).start();
  }

  @Override
  public final PersistentRequest allgatherInit(Buffer data, Buffer result) {
    return movements.allgather(data, result).persistent();
  }

  @Override
  public final void allgatherv(Buffer data, Buffer result, Counts counts) {
    movements.allgatherv(data, result, counts).run();
  }

  @Override
  public final Request iAllgatherv(Buffer data, Buffer result, Counts counts) {
    return movements.allgatherv(data, result, counts).start();
  }

  @Override
  public final PersistentRequest allgathervInit(Buffer data, Buffer result, Counts counts) {
    return movements.allgatherv(data, result, counts).persistent();
  }

  @Override
  public final void alltoall(Buffer data, Buffer result) {
    movements.alltoall(data, result).run();
  }

  @Override
  public final Request iAlltoall(Buffer data, Buffer result) {
    return movements.alltoall(data, result).start();
  }

  @Override
  public final PersistentRequest alltoallInit(Buffer data, Buffer result) {
    return movements.alltoall(data, result).persistent();
  }

  @Override
  public final void alltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    movements.alltoallv(data, dataCounts, result, resultCounts).run();
  }

  @Override
  public final Request iAlltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    return movements.alltoallv(data, dataCounts, result, resultCounts).start();
  }

  @Override
  public final PersistentRequest alltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    return movements.alltoallv(data, dataCounts, result, resultCounts).persistent();
  }
}
