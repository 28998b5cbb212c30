package io.starling.collectives;

import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * The collectives that move data from one rank to all, or from all to one (MPI 4.1, sections 6.4 to
 * 6.6). {@link DataMovementCollectives} says what holds for all of them.
 */
public sealed interface RootedCollectives permits DataMovementCollectives {

  /**
   * The number of this rank in the communicator (MPI_Comm_rank).
   *
   * @return 0 to {@link #size()} - 1
   */
  int rank();

  /**
   * The number of ranks in the communicator (MPI_Comm_size).
   *
   * @return at least 1
   */
  int size();

  /**
   * Copies the data of one rank to all ranks (MPI_Bcast, section 6.4).
   *
   * @param data read on the root, written on all other ranks; of the same length everywhere
   * @param root the rank that has the data; the same on all ranks
   */
  void broadcast(Buffer data, int root);

  /**
   * Starts a broadcast and returns without waiting (MPI_Ibcast); see {@link #broadcast}.
   *
   * @param data the data; not to be used before completion
   * @param root the rank that has the data
   * @return the request, complete when this rank's part is done
   */
  Request iBroadcast(Buffer data, int root);

  /**
   * Prepares a broadcast that can be started many times (MPI_Bcast_init); see {@link #broadcast}.
   *
   * @param data the data; not to be used while a run is open
   * @param root the rank that has the data
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest broadcastInit(Buffer data, int root);

  /**
   * Splits the data of one rank into equal blocks and gives every rank one, in the order of ranks
   * (MPI_Scatter, section 6.6).
   *
   * @param data {@link #size()} blocks on the root; ignored on other ranks
   * @param result takes one block; {@link Buffer#IN_PLACE} on the root leaves its own block in
   *     {@code data}
   * @param root the rank that has the data; the same on all ranks
   */
  void scatter(Buffer data, Buffer result, int root);

  /**
   * Starts a scatter and returns without waiting (MPI_Iscatter); see {@link #scatter}.
   *
   * @param data {@link #size()} blocks on the root; not to be changed before completion
   * @param result takes one block; not to be used before completion
   * @param root the rank that has the data
   * @return the request, complete when this rank's part is done
   */
  Request iScatter(Buffer data, Buffer result, int root);

  /**
   * Prepares a scatter that can be started many times (MPI_Scatter_init); see {@link #scatter}.
   *
   * @param data {@link #size()} blocks on the root; not to be changed while a run is open
   * @param result takes one block; not to be used while a run is open
   * @param root the rank that has the data
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest scatterInit(Buffer data, Buffer result, int root);

  /**
   * Gives every rank a block of the data of one rank; blocks may differ in length and lie anywhere
   * (MPI_Scatterv, section 6.6).
   *
   * @param data all blocks, on the root; ignored on other ranks
   * @param counts length and place of each rank's block in {@code data}, on the root; ignored on
   *     other ranks
   * @param result takes this rank's block; {@link Buffer#IN_PLACE} on the root leaves its own block
   *     in {@code data}
   * @param root the rank that has the data; the same on all ranks
   */
  void scatterv(Buffer data, Counts counts, Buffer result, int root);

  /**
   * Starts a scatter of blocks of any lengths and returns without waiting (MPI_Iscatterv); see
   * {@link #scatterv}.
   *
   * @param data all blocks, on the root; not to be changed before completion
   * @param counts length and place of each rank's block in {@code data}, on the root
   * @param result takes this rank's block; not to be used before completion
   * @param root the rank that has the data
   * @return the request, complete when this rank's part is done
   */
  Request iScatterv(Buffer data, Counts counts, Buffer result, int root);

  /**
   * Prepares a scatter of blocks of any lengths that can be started many times (MPI_Scatterv_init);
   * see {@link #scatterv}.
   *
   * @param data all blocks, on the root; not to be changed while a run is open
   * @param counts length and place of each rank's block in {@code data}, on the root
   * @param result takes this rank's block; not to be used while a run is open
   * @param root the rank that has the data
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest scattervInit(Buffer data, Counts counts, Buffer result, int root);

  /**
   * Collects an equal block of every rank on one rank, in the order of ranks (MPI_Gather, section
   * 6.5).
   *
   * @param data this rank's block; {@link Buffer#IN_PLACE} on the root if its block is in {@code
   *     result} already
   * @param result takes {@link #size()} blocks on the root; ignored on other ranks
   * @param root the rank that collects the blocks; the same on all ranks
   */
  void gather(Buffer data, Buffer result, int root);

  /**
   * Starts a gather and returns without waiting (MPI_Igather); see {@link #gather}.
   *
   * @param data this rank's block; not to be changed before completion
   * @param result takes {@link #size()} blocks on the root; not to be used before completion
   * @param root the rank that collects the blocks
   * @return the request, complete when this rank's part is done
   */
  Request iGather(Buffer data, Buffer result, int root);

  /**
   * Prepares a gather that can be started many times (MPI_Gather_init); see {@link #gather}.
   *
   * @param data this rank's block; not to be changed while a run is open
   * @param result takes {@link #size()} blocks on the root; not to be used while a run is open
   * @param root the rank that collects the blocks
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest gatherInit(Buffer data, Buffer result, int root);

  /**
   * Collects a block of every rank on one rank; blocks may differ in length and lie anywhere
   * (MPI_Gatherv, section 6.5).
   *
   * @param data this rank's block; {@link Buffer#IN_PLACE} on the root if its block is in {@code
   *     result} already
   * @param result takes all blocks on the root; ignored on other ranks
   * @param counts length and place of each rank's block in {@code result}, on the root; ignored on
   *     other ranks
   * @param root the rank that collects the blocks; the same on all ranks
   */
  void gatherv(Buffer data, Buffer result, Counts counts, int root);

  /**
   * Starts a gather of blocks of any lengths and returns without waiting (MPI_Igatherv); see {@link
   * #gatherv}.
   *
   * @param data this rank's block; not to be changed before completion
   * @param result takes all blocks on the root; not to be used before completion
   * @param counts length and place of each rank's block in {@code result}, on the root
   * @param root the rank that collects the blocks
   * @return the request, complete when this rank's part is done
   */
  Request iGatherv(Buffer data, Buffer result, Counts counts, int root);

  /**
   * Prepares a gather of blocks of any lengths that can be started many times (MPI_Gatherv_init);
   * see {@link #gatherv}.
   *
   * @param data this rank's block; not to be changed while a run is open
   * @param result takes all blocks on the root; not to be used while a run is open
   * @param counts length and place of each rank's block in {@code result}, on the root
   * @param root the rank that collects the blocks
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest gathervInit(Buffer data, Buffer result, Counts counts, int root);
}
