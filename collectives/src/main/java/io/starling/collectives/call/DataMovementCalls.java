package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.DataMovementCollectives;
import io.starling.collectives.TypedBlocks;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * The three forms of each call; a {@link MovementSetup} and a {@link RootedSetup} implement them.
 */
public abstract sealed class DataMovementCalls extends ObjectMessageCalls
    implements DataMovementCollectives permits ReductionCalls {

  private final MovementSetup dataMovement;
  private final RootedSetup rooted;

  DataMovementCalls(Member member, MovementSetup dataMovement, RootedSetup rooted) {
    super(member);
    this.dataMovement = dataMovement;
    this.rooted = rooted;
  }

  @Override
  public final void barrier() {
    try (Member.Entry _ = enter()) {
      dataMovement.barrier().run();
    }
  }

  @Override
  public final Request iBarrier() {
    try (Member.Entry _ = enter()) {
      return dataMovement.barrier().start();
    }
  }

  @Override
  public final PersistentRequest barrierInit() {
    try (Member.Entry _ = enter()) {
      return dataMovement.barrier().persistent();
    }
  }

  @Override
  public final void broadcast(Buffer data, int root) {
    try (Member.Entry _ = enter()) {
      dataMovement.broadcast(data, root).run();
    }
  }

  @Override
  public final Request iBroadcast(Buffer data, int root) {
    try (Member.Entry _ = enter()) {
      return dataMovement.broadcast(data, root).start();
    }
  }

  @Override
  public final PersistentRequest broadcastInit(Buffer data, int root) {
    try (Member.Entry _ = enter()) {
      return dataMovement.broadcast(data, root).persistent();
    }
  }

  @Override
  public final void scatter(Buffer data, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      rooted.scatter(data, result, root).run();
    }
  }

  @Override
  public final Request iScatter(Buffer data, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.scatter(data, result, root).start();
    }
  }

  @Override
  public final PersistentRequest scatterInit(Buffer data, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.scatter(data, result, root).persistent();
    }
  }

  @Override
  public final void scatterv(Buffer data, Counts counts, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      rooted.scatterv(data, counts, result, root).run();
    }
  }

  @Override
  public final Request iScatterv(Buffer data, Counts counts, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.scatterv(data, counts, result, root).start();
    }
  }

  @Override
  public final PersistentRequest scattervInit(Buffer data, Counts counts, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.scatterv(data, counts, result, root).persistent();
    }
  }

  @Override
  public final void gather(Buffer data, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      rooted.gather(data, result, root).run();
    }
  }

  @Override
  public final Request iGather(Buffer data, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.gather(data, result, root).start();
    }
  }

  @Override
  public final PersistentRequest gatherInit(Buffer data, Buffer result, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.gather(data, result, root).persistent();
    }
  }

  @Override
  public final void gatherv(Buffer data, Buffer result, Counts counts, int root) {
    try (Member.Entry _ = enter()) {
      rooted.gatherv(data, result, counts, root).run();
    }
  }

  @Override
  public final Request iGatherv(Buffer data, Buffer result, Counts counts, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.gatherv(data, result, counts, root).start();
    }
  }

  @Override
  public final PersistentRequest gathervInit(Buffer data, Buffer result, Counts counts, int root) {
    try (Member.Entry _ = enter()) {
      return rooted.gatherv(data, result, counts, root).persistent();
    }
  }

  @Override
  public final void allgather(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      dataMovement.allgather(data, result).run();
    }
  }

  @Override
  public final Request iAllgather(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgather(data, result).start();
    }
  }

  @Override
  public final PersistentRequest allgatherInit(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgather(data, result).persistent();
    }
  }

  @Override
  public final void allgatherv(Buffer data, Buffer result, Counts counts) {
    try (Member.Entry _ = enter()) {
      dataMovement.allgatherv(data, result, counts).run();
    }
  }

  @Override
  public final Request iAllgatherv(Buffer data, Buffer result, Counts counts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgatherv(data, result, counts).start();
    }
  }

  @Override
  public final PersistentRequest allgathervInit(Buffer data, Buffer result, Counts counts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgatherv(data, result, counts).persistent();
    }
  }

  @Override
  public final void alltoall(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      dataMovement.alltoall(data, result).run();
    }
  }

  @Override
  public final Request iAlltoall(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoall(data, result).start();
    }
  }

  @Override
  public final PersistentRequest alltoallInit(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoall(data, result).persistent();
    }
  }

  @Override
  public final void alltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    try (Member.Entry _ = enter()) {
      dataMovement.alltoallv(data, dataCounts, result, resultCounts).run();
    }
  }

  @Override
  public final Request iAlltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallv(data, dataCounts, result, resultCounts).start();
    }
  }

  @Override
  public final PersistentRequest alltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallv(data, dataCounts, result, resultCounts).persistent();
    }
  }

  @Override
  public final void alltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    try (Member.Entry _ = enter()) {
      dataMovement.alltoallw(data, dataBlocks, result, resultBlocks).run();
    }
  }

  @Override
  public final Request iAlltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallw(data, dataBlocks, result, resultBlocks).start();
    }
  }

  @Override
  public final PersistentRequest alltoallwInit(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallw(data, dataBlocks, result, resultBlocks).persistent();
    }
  }
}
