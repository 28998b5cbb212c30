package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;

/**
 * A communicator whose ranks have neighbours: a virtual topology (MPI 4.1, chapter 8). Its
 * neighbourhood collectives send one message along every edge.
 *
 * <p>All ranks call them in the same order, as all collectives, also ranks without neighbours. The
 * same rank may be a neighbour several times; then it gets and sends as many blocks. A neighbour
 * may be {@link #NO_RANK}, beyond the edge of a grid: its block is there in the buffers, but is
 * neither read nor written. Data and result must lie apart; nothing may be {@link Buffer#IN_PLACE}.
 */
public interface NeighbourCommunicator extends Communicator {

  /** Whom this rank receives from, in the order of the blocks of results. */
  int[] sources();

  /** Whom this rank sends to, in the order of the blocks of data. */
  int[] destinations();

  /**
   * Sends the same block to all destinations and receives one from every source
   * (MPI_Neighbor_allgather).
   *
   * @param data one block
   * @param result a block of the same length for each of {@link #sources}
   */
  void neighbourAllgather(Buffer data, Buffer result);

  /** Starts it; see {@link #neighbourAllgather}. */
  Request iNeighbourAllgather(Buffer data, Buffer result);

  /** Sets it up, to be started many times; see {@link #neighbourAllgather}. */
  PersistentRequest neighbourAllgatherInit(Buffer data, Buffer result);

  /**
   * The same with blocks of any lengths at any displacements (MPI_Neighbor_allgatherv).
   *
   * @param counts where the block of each of {@link #sources} goes in {@code result}
   */
  void neighbourAllgatherv(Buffer data, Buffer result, Counts counts);

  /** Starts it; see {@link #neighbourAllgatherv}. */
  Request iNeighbourAllgatherv(Buffer data, Buffer result, Counts counts);

  /** Sets it up, to be started many times; see {@link #neighbourAllgatherv}. */
  PersistentRequest neighbourAllgathervInit(Buffer data, Buffer result, Counts counts);

  /**
   * Sends a block to every destination and receives one from every source (MPI_Neighbor_alltoall).
   *
   * @param data a block for each of {@link #destinations}
   * @param result a block of the same length for each of {@link #sources}
   */
  void neighbourAlltoall(Buffer data, Buffer result);

  /** Starts it; see {@link #neighbourAlltoall}. */
  Request iNeighbourAlltoall(Buffer data, Buffer result);

  /** Sets it up, to be started many times; see {@link #neighbourAlltoall}. */
  PersistentRequest neighbourAlltoallInit(Buffer data, Buffer result);

  /**
   * The same with blocks of any lengths at any displacements (MPI_Neighbor_alltoallv).
   *
   * @param dataCounts where the block for each of {@link #destinations} lies in {@code data}
   * @param resultCounts where the block of each of {@link #sources} goes in {@code result}
   */
  void neighbourAlltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /** Starts it; see {@link #neighbourAlltoallv}. */
  Request iNeighbourAlltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /** Sets it up, to be started many times; see {@link #neighbourAlltoallv}. */
  PersistentRequest neighbourAlltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  @Override
  NeighbourCommunicator withAlgorithm(String specification);

  /** The same ranks with the same neighbours; see {@link Communicator#duplicate}. */
  @Override
  NeighbourCommunicator duplicate();
}
