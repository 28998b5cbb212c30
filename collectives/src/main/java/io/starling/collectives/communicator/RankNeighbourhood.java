package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.NeighbourCommunicator;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.NeighbourDataMovement;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import java.util.stream.IntStream;

/**
 * One rank of a virtual topology: the three forms of each call; {@link NeighbourDataMovement}
 * implements them.
 */
public abstract sealed class RankNeighbourhood extends RankCommunicator
    implements NeighbourCommunicator permits RankCartesian, RankGraph {

  private final Neighbours neighbours;
  private final NeighbourDataMovement dataMovement;

  RankNeighbourhood(Member member, Selection selection, Neighbours neighbours) {
    super(member, selection);
    this.neighbours = neighbours;
    dataMovement = new NeighbourDataMovement(collectives(), neighbours);
  }

  @Override
  public final int[] sources() {
    return IntStream.range(0, neighbours.sources()).map(neighbours::source).toArray();
  }

  @Override
  public final int[] destinations() {
    return IntStream.range(0, neighbours.destinations()).map(neighbours::destination).toArray();
  }

  @Override
  public abstract NeighbourCommunicator withAlgorithm(String specification);

  @Override
  public NeighbourCommunicator duplicate() {
    return (NeighbourCommunicator) super.duplicate();
  }

  @Override
  abstract RankNeighbourhood like(Member duplicate);

  @Override
  public final void neighbourAllgather(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      dataMovement.allgather(data, result).run();
    }
  }

  @Override
  public final Request iNeighbourAllgather(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgather(data, result).start();
    }
  }

  @Override
  public final PersistentRequest neighbourAllgatherInit(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgather(data, result).persistent();
    }
  }

  @Override
  public final void neighbourAllgatherv(Buffer data, Buffer result, Counts counts) {
    try (Member.Entry _ = enter()) {
      dataMovement.allgatherv(data, result, counts).run();
    }
  }

  @Override
  public final Request iNeighbourAllgatherv(Buffer data, Buffer result, Counts counts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgatherv(data, result, counts).start();
    }
  }

  @Override
  public final PersistentRequest neighbourAllgathervInit(
      Buffer data, Buffer result, Counts counts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.allgatherv(data, result, counts).persistent();
    }
  }

  @Override
  public final void neighbourAlltoall(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      dataMovement.alltoall(data, result).run();
    }
  }

  @Override
  public final Request iNeighbourAlltoall(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoall(data, result).start();
    }
  }

  @Override
  public final PersistentRequest neighbourAlltoallInit(Buffer data, Buffer result) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoall(data, result).persistent();
    }
  }

  @Override
  public final void neighbourAlltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    try (Member.Entry _ = enter()) {
      dataMovement.alltoallv(data, dataCounts, result, resultCounts).run();
    }
  }

  @Override
  public final Request iNeighbourAlltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallv(data, dataCounts, result, resultCounts).start();
    }
  }

  @Override
  public final PersistentRequest neighbourAlltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallv(data, dataCounts, result, resultCounts).persistent();
    }
  }

  @Override
  public final void neighbourAlltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    try (Member.Entry _ = enter()) {
      dataMovement.alltoallw(data, dataBlocks, result, resultBlocks).run();
    }
  }

  @Override
  public final Request iNeighbourAlltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallw(data, dataBlocks, result, resultBlocks).start();
    }
  }

  @Override
  public final PersistentRequest neighbourAlltoallwInit(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    try (Member.Entry _ = enter()) {
      return dataMovement.alltoallw(data, dataBlocks, result, resultBlocks).persistent();
    }
  }
}
