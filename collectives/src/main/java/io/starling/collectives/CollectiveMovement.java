package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;

/**
 * The collectives that move data (MPI 4.1, sections 6.3 to 6.8).
 *
 * <p>Every call comes in three forms that run the same machine: blocking ({@code broadcast}),
 * non-blocking ({@code iBroadcast}) and persistent ({@code broadcastInit}). All ranks call the
 * collectives of one communicator in the same order, with the same root, counts, datatype and
 * operator. What is sent and what is received must lie apart, or be {@link Buffer#IN_PLACE} where
 * the call allows it. Blocks of calls that end in v are given as {@link Counts}, in elements of the
 * buffer's datatype.
 */
public interface CollectiveMovement {

  /** This rank, from 0 to {@link #size()} - 1. */
  int rank();

  /** How many ranks there are. */
  int size();

  /** Returns on no rank before all ranks have called it (MPI_Barrier). */
  void barrier();

  /** Starts it; see {@link #barrier}. */
  Request iBarrier();

  /** Sets it up, to be started many times; see {@link #barrier}. */
  PersistentRequest barrierInit();

  /** Copies the root's data to all ranks (MPI_Bcast). */
  void broadcast(Buffer data, int root);

  /** Starts it; see {@link #broadcast}. */
  Request iBroadcast(Buffer data, int root);

  /** Sets it up, to be started many times; see {@link #broadcast}. */
  PersistentRequest broadcastInit(Buffer data, int root);

  /**
   * Gives every rank its block of the root's data, blocks in the order of ranks (MPI_Scatter).
   *
   * @param data at the root, {@link #size()} blocks; ignored elsewhere
   * @param result one block; {@link Buffer#IN_PLACE} at the root where its own block may stay in
   *     {@code data}
   */
  void scatter(Buffer data, Buffer result, int root);

  /** Starts it; see {@link #scatter}. */
  Request iScatter(Buffer data, Buffer result, int root);

  /** Sets it up, to be started many times; see {@link #scatter}. */
  PersistentRequest scatterInit(Buffer data, Buffer result, int root);

  /**
   * The same with blocks of any lengths at any displacements (MPI_Scatterv).
   *
   * @param counts where each rank's block lies in {@code data}; ignored but at the root
   */
  void scatterv(Buffer data, Counts counts, Buffer result, int root);

  /** Starts it; see {@link #scatterv}. */
  Request iScatterv(Buffer data, Counts counts, Buffer result, int root);

  /** Sets it up, to be started many times; see {@link #scatterv}. */
  PersistentRequest scattervInit(Buffer data, Counts counts, Buffer result, int root);

  /**
   * Collects a block of every rank at the root, in the order of ranks (MPI_Gather).
   *
   * @param data one block; {@link Buffer#IN_PLACE} at the root where its own already lies in {@code
   *     result}
   * @param result at the root, {@link #size()} blocks; ignored elsewhere
   */
  void gather(Buffer data, Buffer result, int root);

  /** Starts it; see {@link #gather}. */
  Request iGather(Buffer data, Buffer result, int root);

  /** Sets it up, to be started many times; see {@link #gather}. */
  PersistentRequest gatherInit(Buffer data, Buffer result, int root);

  /**
   * The same with blocks of any lengths at any displacements (MPI_Gatherv).
   *
   * @param counts where each rank's block goes in {@code result}; ignored but at the root
   */
  void gatherv(Buffer data, Buffer result, Counts counts, int root);

  /** Starts it; see {@link #gatherv}. */
  Request iGatherv(Buffer data, Buffer result, Counts counts, int root);

  /** Sets it up, to be started many times; see {@link #gatherv}. */
  PersistentRequest gathervInit(Buffer data, Buffer result, Counts counts, int root);

  /**
   * Collects a block of every rank on all ranks, in the order of ranks (MPI_Allgather).
   *
   * @param data one block; {@link Buffer#IN_PLACE}, on all ranks, where each one's own already lies
   *     in {@code result}
   * @param result {@link #size()} blocks
   */
  void allgather(Buffer data, Buffer result);

  /** Starts it; see {@link #allgather}. */
  Request iAllgather(Buffer data, Buffer result);

  /** Sets it up, to be started many times; see {@link #allgather}. */
  PersistentRequest allgatherInit(Buffer data, Buffer result);

  /**
   * The same with blocks of any lengths at any displacements (MPI_Allgatherv).
   *
   * @param counts where each rank's block goes in {@code result}; the counts are the same on all
   *     ranks
   */
  void allgatherv(Buffer data, Buffer result, Counts counts);

  /** Starts it; see {@link #allgatherv}. */
  Request iAllgatherv(Buffer data, Buffer result, Counts counts);

  /** Sets it up, to be started many times; see {@link #allgatherv}. */
  PersistentRequest allgathervInit(Buffer data, Buffer result, Counts counts);

  /**
   * Sends a different block to every rank (MPI_Alltoall).
   *
   * @param data {@link #size()} blocks, one for each rank; {@link Buffer#IN_PLACE}, on all ranks,
   *     where they lie in {@code result} and may be replaced
   * @param result {@link #size()} blocks, one from each rank
   */
  void alltoall(Buffer data, Buffer result);

  /** Starts it; see {@link #alltoall}. */
  Request iAlltoall(Buffer data, Buffer result);

  /** Sets it up, to be started many times; see {@link #alltoall}. */
  PersistentRequest alltoallInit(Buffer data, Buffer result);

  /**
   * The same with blocks of any lengths at any displacements (MPI_Alltoallv).
   *
   * @param dataCounts where the block for each rank lies in {@code data}; ignored in place
   * @param resultCounts where the block of each rank goes in {@code result}
   */
  void alltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /** Starts it; see {@link #alltoallv}. */
  Request iAlltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  /** Sets it up, to be started many times; see {@link #alltoallv}. */
  PersistentRequest alltoallvInit(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);
}
