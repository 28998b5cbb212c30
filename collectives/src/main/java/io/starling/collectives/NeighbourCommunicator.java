package io.starling.collectives;

import io.starling.collectives.communicator.RankNeighbourhood;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * A communicator with a virtual topology: each rank has neighbours (MPI 4.1, chapter 8). Its
 * neighbourhood collectives send one message along every edge of the topology.
 *
 * <p>All ranks call them in the same order as all other collectives, including ranks without
 * neighbours. If a rank is a neighbour several times, it sends and receives as many blocks. Beyond
 * the edge of a grid a neighbour is {@link #PROC_NULL}: the buffers have room for its block, which
 * is neither read nor written. Data and result must not overlap, and neither may be {@link
 * Buffer#IN_PLACE}.
 */
public sealed interface NeighbourCommunicator extends Communicator
    permits CartesianCommunicator, GraphCommunicator, RankNeighbourhood {

  /**
   * The ranks from which this rank receives (MPI_Dist_graph_neighbors).
   *
   * @return ranks or {@link #PROC_NULL}, in the order of the blocks in results
   */
  int[] sources();

  /**
   * The ranks to which this rank sends (MPI_Dist_graph_neighbors).
   *
   * @return ranks or {@link #PROC_NULL}, in the order of the blocks in data
   */
  int[] destinations();

  /**
   * Sends one block to all destinations and receives a block from every source
   * (MPI_Neighbor_allgather, section 8.6.1).
   *
   * @param data one block
   * @param result takes a block of the same length from each of {@link #sources}, in their order
   */
  void neighbourAllgather(Buffer data, Buffer result);

  /**
   * Starts an allgather among neighbours and returns without waiting (MPI_Ineighbor_allgather); see
   * {@link #neighbourAllgather}.
   *
   * @param data one block; not to be changed before completion
   * @param result takes a block of the same length from each of {@link #sources}, in their order;
   *     not to be used before completion
   * @return the request, complete when this rank's part is done
   */
  Request iNeighbourAllgather(Buffer data, Buffer result);

  /**
   * Prepares an allgather among neighbours that can be started many times
   * (MPI_Neighbor_allgather_init); see {@link #neighbourAllgather}.
   *
   * @param data one block; not to be changed while a run is open
   * @param result takes a block of the same length from each of {@link #sources}, in their order;
   *     not to be used while a run is open
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest neighbourAllgatherInit(Buffer data, Buffer result);

  /**
   * Sends one block to all destinations and receives a block from every source; blocks may differ
   * in length and lie anywhere (MPI_Neighbor_allgatherv, section 8.6.1).
   *
   * @param data one block
   * @param result takes a block from each of {@link #sources}
   * @param counts length and place of the block from each of {@link #sources} in {@code result}
   */
  void neighbourAllgatherv(Buffer data, Buffer result, Counts counts);

  /**
   * Starts an allgather of blocks of any lengths among neighbours and returns without waiting
   * (MPI_Ineighbor_allgatherv); see {@link #neighbourAllgatherv}.
   *
   * @param data one block; not to be changed before completion
   * @param result takes a block from each of {@link #sources}; not to be used before completion
   * @param counts length and place of the block from each of {@link #sources} in {@code result}
   * @return the request, complete when this rank's part is done
   */
  Request iNeighbourAllgatherv(Buffer data, Buffer result, Counts counts);

  /**
   * Prepares an allgather of blocks of any lengths among neighbours that can be started many times
   * (MPI_Neighbor_allgatherv_init); see {@link #neighbourAllgatherv}.
   *
   * @param data one block; not to be changed while a run is open
   * @param result takes a block from each of {@link #sources}; not to be used while a run is open
   * @param counts length and place of the block from each of {@link #sources} in {@code result}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest neighbourAllgathervInit(Buffer data, Buffer result, Counts counts);

  /**
   * Sends a different block to every destination and receives a block from every source
   * (MPI_Neighbor_alltoall, section 8.6.2).
   *
   * @param data a block for each of {@link #destinations}, in their order
   * @param result takes a block of the same length from each of {@link #sources}, in their order
   */
  void neighbourAlltoall(Buffer data, Buffer result);

  /**
   * Starts an all-to-all exchange among neighbours and returns without waiting
   * (MPI_Ineighbor_alltoall); see {@link #neighbourAlltoall}.
   *
   * @param data a block for each of {@link #destinations}, in their order; not to be changed before
   *     completion
   * @param result takes a block of the same length from each of {@link #sources}, in their order;
   *     not to be used before completion
   * @return the request, complete when this rank's part is done
   */
  Request iNeighbourAlltoall(Buffer data, Buffer result);

  /**
   * Prepares an all-to-all exchange among neighbours that can be started many times
   * (MPI_Neighbor_alltoall_init); see {@link #neighbourAlltoall}.
   *
   * @param data a block for each of {@link #destinations}, in their order; not to be changed while
   *     a run is open
   * @param result takes a block of the same length from each of {@link #sources}, in their order;
   *     not to be used while a run is open
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest neighbourAlltoallInit(Buffer data, Buffer result);

  /**
   * Sends a different block to every destination and receives a block from every source; blocks may
   * differ in length and lie anywhere (MPI_Neighbor_alltoallv, section 8.6.2).
   *
   * @param data the blocks to send
   * @param dataCounts length and place of the block for each of {@link #destinations} in {@code
   *     data}
   * @param result takes a block from each of {@link #sources}
   * @param resultCounts length and place of the block from each of {@link #sources} in {@code
   *     result}
   */
  void neighbourAlltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /**
   * Starts an all-to-all exchange of blocks of any lengths among neighbours and returns without
   * waiting (MPI_Ineighbor_alltoallv); see {@link #neighbourAlltoallv}.
   *
   * @param data the blocks to send; not to be changed before completion
   * @param dataCounts length and place of the block for each of {@link #destinations} in {@code
   *     data}
   * @param result takes a block from each of {@link #sources}; not to be used before completion
   * @param resultCounts length and place of the block from each of {@link #sources} in {@code
   *     result}
   * @return the request, complete when this rank's part is done
   */
  Request iNeighbourAlltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /**
   * Prepares an all-to-all exchange of blocks of any lengths among neighbours that can be started
   * many times (MPI_Neighbor_alltoallv_init); see {@link #neighbourAlltoallv}.
   *
   * @param data the blocks to send; not to be changed while a run is open
   * @param dataCounts length and place of the block for each of {@link #destinations} in {@code
   *     data}
   * @param result takes a block from each of {@link #sources}; not to be used while a run is open
   * @param resultCounts length and place of the block from each of {@link #sources} in {@code
   *     result}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest neighbourAlltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /**
   * Sends a block to each of {@link #destinations} and receives one from each of {@link #sources};
   * every block has its own datatype, and they lie anywhere (MPI_Neighbor_alltoallw, section
   * 8.6.2).
   *
   * @param data the blocks to send
   * @param dataBlocks place, length and datatype of the block for each of {@link #destinations}
   * @param result takes a block from each of {@link #sources}
   * @param resultBlocks place, length and datatype of the block from each of {@link #sources}; no
   *     two may overlap
   */
  void neighbourAlltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);

  /**
   * Starts an exchange of blocks of several datatypes among neighbours and returns without waiting
   * (MPI_Ineighbor_alltoallw); see {@link #neighbourAlltoallw}.
   *
   * @param data the blocks to send; not to be changed before completion
   * @param dataBlocks place, length and datatype of the block for each of {@link #destinations}
   * @param result takes a block from each of {@link #sources}; not to be used before completion
   * @param resultBlocks place, length and datatype of the block from each of {@link #sources}
   * @return the request, complete when this rank's part is done
   */
  Request iNeighbourAlltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);

  /**
   * Prepares an exchange of blocks of several datatypes among neighbours that can be started many
   * times (MPI_Neighbor_alltoallw_init); see {@link #neighbourAlltoallw}.
   *
   * @param data the blocks to send; not to be changed while a run is open
   * @param dataBlocks place, length and datatype of the block for each of {@link #destinations}
   * @param result takes a block from each of {@link #sources}; not to be used while a run is open
   * @param resultBlocks place, length and datatype of the block from each of {@link #sources}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest neighbourAlltoallwInit(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);

  /**
   * This communicator and its topology with other choices of algorithm; see {@link
   * Communicator#withAlgorithm}.
   */
  @Override
  NeighbourCommunicator withAlgorithm(String specification);

  /** Copies this communicator and its topology; see {@link Communicator#duplicate}. */
  @Override
  NeighbourCommunicator duplicate();
}
