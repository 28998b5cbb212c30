package io.starling.collectives;

import io.starling.collectives.call.DataMovementCalls;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * The collectives that move data (MPI 4.1, sections 6.3 to 6.8).
 *
 * <p>Every call has three forms: blocking ({@code broadcast}), non-blocking ({@code iBroadcast})
 * and persistent ({@code broadcastInit}). All ranks call the collectives of a communicator in the
 * same order, with the same root, counts and datatype.
 *
 * <pre>{@code
 * double[] all = new double[world.size() * mine.length];
 * world.allgather(Buffer.of(mine), Buffer.of(all));
 * }</pre>
 *
 * <p>Data and result must not overlap, except as {@link Buffer#IN_PLACE} where a call allows it.
 * Calls whose name ends in v take the lengths and places of blocks as {@link Counts}, in elements
 * of the buffer's datatype.
 *
 * <p>A wrong root, buffer or count throws an {@link IllegalArgumentException} on the rank that
 * passed it, before it sends any data. Threads: see {@link Communicator}.
 */
public sealed interface DataMovementCollectives extends RootedCollectives
    permits ArrayMovement,
        ArrayBlocks,
        ArrayMovementRequests,
        ValueCollectives,
        AnyCommunicator,
        DataMovementCalls {

  /** Waits until all ranks have called it (MPI_Barrier). */
  void barrier();

  /**
   * Starts a barrier and returns without waiting (MPI_Ibarrier); see {@link #barrier}.
   *
   * @return the request, complete when this rank's part is done
   */
  Request iBarrier();

  /**
   * Prepares a barrier that can be started many times (MPI_Barrier_init); see {@link #barrier}.
   *
   * @return the inactive request
   */
  PersistentRequest barrierInit();

  /**
   * Collects an equal block of every rank on all ranks, in the order of ranks (MPI_Allgather,
   * section 6.7).
   *
   * @param data this rank's block; {@link Buffer#IN_PLACE}, on all ranks or none, if the block of
   *     each rank is in its {@code result} already
   * @param result takes {@link #size()} blocks
   */
  void allgather(Buffer data, Buffer result);

  /**
   * Starts an allgather and returns without waiting (MPI_Iallgather); see {@link #allgather}.
   *
   * @param data this rank's block; not to be changed before completion
   * @param result takes {@link #size()} blocks; not to be used before completion
   * @return the request, complete when this rank's part is done
   */
  Request iAllgather(Buffer data, Buffer result);

  /**
   * Prepares an allgather that can be started many times (MPI_Allgather_init); see {@link
   * #allgather}.
   *
   * @param data this rank's block; not to be changed while a run is open
   * @param result takes {@link #size()} blocks; not to be used while a run is open
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest allgatherInit(Buffer data, Buffer result);

  /**
   * Collects a block of every rank on all ranks; blocks may differ in length and lie anywhere
   * (MPI_Allgatherv, section 6.7).
   *
   * @param data this rank's block; {@link Buffer#IN_PLACE}, on all ranks or none, if the block of
   *     each rank is in its {@code result} already
   * @param result takes all blocks
   * @param counts length and place of each rank's block in {@code result}; the lengths are the same
   *     on all ranks
   */
  void allgatherv(Buffer data, Buffer result, Counts counts);

  /**
   * Starts an allgather of blocks of any lengths and returns without waiting (MPI_Iallgatherv); see
   * {@link #allgatherv}.
   *
   * @param data this rank's block; not to be changed before completion
   * @param result takes all blocks; not to be used before completion
   * @param counts length and place of each rank's block in {@code result}
   * @return the request, complete when this rank's part is done
   */
  Request iAllgatherv(Buffer data, Buffer result, Counts counts);

  /**
   * Prepares an allgather of blocks of any lengths that can be started many times
   * (MPI_Allgatherv_init); see {@link #allgatherv}.
   *
   * @param data this rank's block; not to be changed while a run is open
   * @param result takes all blocks; not to be used while a run is open
   * @param counts length and place of each rank's block in {@code result}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest allgathervInit(Buffer data, Buffer result, Counts counts);

  /**
   * Sends a different block to every rank and receives one from every rank (MPI_Alltoall, section
   * 6.8). All blocks have the same length.
   *
   * @param data {@link #size()} blocks, the first for rank 0; {@link Buffer#IN_PLACE}, on all ranks
   *     or none, if they are in {@code result} and may be overwritten
   * @param result takes {@link #size()} blocks, the first from rank 0
   */
  void alltoall(Buffer data, Buffer result);

  /**
   * Starts an all-to-all exchange and returns without waiting (MPI_Ialltoall); see {@link
   * #alltoall}.
   *
   * @param data {@link #size()} blocks, the first for rank 0; not to be changed before completion
   * @param result takes {@link #size()} blocks, the first from rank 0; not to be used before
   *     completion
   * @return the request, complete when this rank's part is done
   */
  Request iAlltoall(Buffer data, Buffer result);

  /**
   * Prepares an all-to-all exchange that can be started many times (MPI_Alltoall_init); see {@link
   * #alltoall}.
   *
   * @param data {@link #size()} blocks, the first for rank 0; not to be changed while a run is open
   * @param result takes {@link #size()} blocks, the first from rank 0; not to be used while a run
   *     is open
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest alltoallInit(Buffer data, Buffer result);

  /**
   * Sends a different block to every rank and receives one from every rank; blocks may differ in
   * length and lie anywhere (MPI_Alltoallv, section 6.8).
   *
   * @param data the blocks to send; {@link Buffer#IN_PLACE}, on all ranks or none, if they are in
   *     {@code result} and may be overwritten
   * @param dataCounts length and place of the block for each rank in {@code data}; ignored in place
   * @param result takes a block from each rank
   * @param resultCounts length and place of the block from each rank in {@code result}; the lengths
   *     are those that the other ranks send
   */
  void alltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /**
   * Starts an all-to-all exchange of blocks of any lengths and returns without waiting
   * (MPI_Ialltoallv); see {@link #alltoallv}.
   *
   * @param data the blocks to send; not to be changed before completion
   * @param dataCounts length and place of the block for each rank in {@code data}
   * @param result takes a block from each rank; not to be used before completion
   * @param resultCounts length and place of the block from each rank in {@code result}
   * @return the request, complete when this rank's part is done
   */
  Request iAlltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /**
   * Prepares an all-to-all exchange of blocks of any lengths that can be started many times
   * (MPI_Alltoallv_init); see {@link #alltoallv}.
   *
   * @param data the blocks to send; not to be changed while a run is open
   * @param dataCounts length and place of the block for each rank in {@code data}
   * @param result takes a block from each rank; not to be used while a run is open
   * @param resultCounts length and place of the block from each rank in {@code result}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest alltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /**
   * Sends a block to each rank and receives one from each rank; every block has its own datatype,
   * and they lie anywhere (MPI_Alltoallw, section 6.8).
   *
   * @param data the blocks to send, or {@link Buffer#IN_PLACE}: those of the result
   * @param dataBlocks place, length and datatype of the block for each rank
   * @param result takes a block from each rank
   * @param resultBlocks place, length and datatype of the block from each rank; no two may overlap
   */
  void alltoallw(Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);

  /**
   * Starts an all-to-all exchange of blocks of several datatypes and returns without waiting
   * (MPI_Ialltoallw); see {@link #alltoallw}.
   *
   * @param data the blocks to send; not to be changed before completion
   * @param dataBlocks place, length and datatype of the block for each rank
   * @param result takes a block from each rank; not to be used before completion
   * @param resultBlocks place, length and datatype of the block from each rank
   * @return the request, complete when this rank's part is done
   */
  Request iAlltoallw(Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);

  /**
   * Prepares an all-to-all exchange of blocks of several datatypes that can be started many times
   * (MPI_Alltoallw_init); see {@link #alltoallw}.
   *
   * @param data the blocks to send; not to be changed while a run is open
   * @param dataBlocks place, length and datatype of the block for each rank
   * @param result takes a block from each rank; not to be used while a run is open
   * @param resultBlocks place, length and datatype of the block from each rank
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest alltoallwInit(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);
}
