package io.starling.collectives;

import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import java.util.stream.IntStream;

/** One rank of a virtual topology: the three forms of each call, see {@link NeighbourMovements}. */
abstract class RankNeighbourhood extends RankCommunicator implements NeighbourCommunicator {

  private final Neighbours neighbours;
  private final NeighbourMovements movements;

  RankNeighbourhood(Member member, Selection selection, Neighbours neighbours) {
    super(member, selection);
    this.neighbours = neighbours;
    movements = new NeighbourMovements(collectives(), neighbours);
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
  public abstract NeighbourCommunicator duplicate();

  @Override
  public final void neighbourAllgather(Buffer data, Buffer result) {
    movements.allgather(data, result).run();
  }

  @Override
  public final Request iNeighbourAllgather(Buffer data, Buffer result) {
    return movements.allgather(data, result).start();
  }

  @Override
  public final PersistentRequest neighbourAllgatherInit(Buffer data, Buffer result) {
    return movements.allgather(data, result).persistent();
  }

  @Override
  public final void neighbourAllgatherv(Buffer data, Buffer result, Counts counts) {
    movements.allgatherv(data, result, counts).run();
  }

  @Override
  public final Request iNeighbourAllgatherv(Buffer data, Buffer result, Counts counts) {
    return movements.allgatherv(data, result, counts).start();
  }

  @Override
  public final PersistentRequest neighbourAllgathervInit(
      Buffer data, Buffer result, Counts counts) {
    return movements.allgatherv(data, result, counts).persistent();
  }

  @Override
  public final void neighbourAlltoall(Buffer data, Buffer result) {
    movements.alltoall(data, result).run();
  }

  @Override
  public final Request iNeighbourAlltoall(Buffer data, Buffer result) {
    return movements.alltoall(data, result).start();
  }

  @Override
  public final PersistentRequest neighbourAlltoallInit(Buffer data, Buffer result) {
    return movements.alltoall(data, result).persistent();
  }

  @Override
  public final void neighbourAlltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    movements.alltoallv(data, dataCounts, result, resultCounts).run();
  }

  @Override
  public final Request iNeighbourAlltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    return movements.alltoallv(data, dataCounts, result, resultCounts).start();
  }

  @Override
  public final PersistentRequest neighbourAlltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    return movements.alltoallv(data, dataCounts, result, resultCounts).persistent();
  }
}
