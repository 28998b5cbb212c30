package io.starling.collectives;

import io.starling.collectives.communicator.RankIntercommunicator;
import io.starling.runtime.ResultRequest;

/**
 * Two groups of ranks that communicate with each other (MPI 4.1, section 7.6). This rank is in the
 * local group. All ranks that calls name, sources and destinations and roots, are those of the
 * remote group.
 *
 * <p>Messages go to ranks of the remote group and come from there. A collective moves data from
 * each group to the other:
 *
 * <ul>
 *   <li>Broadcast, scatter, gather and reduce have a root in one group and the data or the results
 *       in the other. The root passes {@link #ROOT}, the other ranks of its group pass {@link
 *       #PROC_NULL}, and the ranks of the other group pass the root's rank. Buffers that a rank
 *       does not need may be null.
 *   <li>In allgather and alltoall, a rank has a block for, or gets one from, each rank of the
 *       remote group. The blocks may have another length in each direction.
 *   <li>Allreduce and reduce-scatter give each group the fold of the other group's data. Both
 *       groups pass as many elements. The blocks of a reduce-scatter are those of the local ranks.
 *   <li>A barrier waits for both groups.
 * </ul>
 *
 * <p>There are no scans, and no buffer may be {@link io.starling.runtime.Buffer#IN_PLACE}. Forms,
 * order and threads are as for {@link Communicator}.
 *
 * <pre>{@code
 * // The ranks of one group send a block each to rank 0 of the other.
 * if (isInGroupOfRoot) {
 *   other.gather(null, Buffer.of(blocks), other.rank() == 0 ? Intercommunicator.ROOT : PROC_NULL);
 * } else {
 *   other.gather(Buffer.of(block), null, 0);
 * }
 * }</pre>
 */
public sealed interface Intercommunicator extends AnyCommunicator permits RankIntercommunicator {

  /** In place of a root: this rank is the root (MPI_ROOT). */
  int ROOT = -3;

  /**
   * The number of ranks in the remote group (MPI_Comm_remote_size).
   *
   * @return at least 1
   */
  int remoteSize();

  /**
   * The processes of the remote group in the order of their ranks (MPI_Comm_remote_group).
   *
   * @return the group, which outlives this intercommunicator
   */
  Group remoteGroup();

  /**
   * Makes a communicator of both groups (MPI_Intercomm_merge). All ranks of both groups call it.
   *
   * @param high whether the local group comes after the remote one; the same at all ranks of a
   *     group. If both groups pass the same value, the group with the lowest process number is
   *     first
   * @return the new communicator, to be closed before this one
   * @throws io.starling.runtime.RankFailedException if a rank of a group has failed
   */
  Communicator merge(boolean high);

  /**
   * Makes an intercommunicator of the same groups, whose messages do not meet those of this one
   * (MPI_Comm_dup). All ranks of both groups call it. It has the attributes that their keys say.
   *
   * @return the new intercommunicator, to be closed before this one
   * @throws io.starling.runtime.RankFailedException if a rank of a group has failed
   */
  Intercommunicator duplicate();

  /**
   * Begins to make a duplicate (MPI_Comm_idup), as {@link Communicator#iDuplicate} does.
   *
   * @return a request whose result is what {@link #duplicate} returns
   */
  ResultRequest<Intercommunicator> iDuplicate();

  /**
   * Compares both groups of two intercommunicators (MPI_Comm_compare).
   *
   * @param other another intercommunicator of this rank
   * @return {@link Comparison#IDENTICAL} for the same intercommunicator, {@link
   *     Comparison#CONGRUENT} for the same groups in the same order, {@link Comparison#SIMILAR} if
   *     an order differs, {@link Comparison#UNEQUAL} otherwise
   */
  Comparison compare(Intercommunicator other);

  /**
   * Makes an intercommunicator of some ranks of each group (MPI_Comm_create). All ranks of both
   * groups call it.
   *
   * @param group some processes of the local group, in the order of the new ranks; the same at all
   *     ranks of a group. {@link Group#EMPTY} leaves this group out
   * @return the new intercommunicator, to be closed before this one; null if this rank is not in
   *     the group, or if the ranks of the other group have passed an empty one
   * @throws IllegalArgumentException if the group has a process that is not in the local group. The
   *     other ranks then wait for this one, which may call it again
   * @throws io.starling.runtime.RankFailedException if a rank of a group has failed
   */
  Intercommunicator create(Group group);

  /**
   * Parts both groups: the ranks that pass the same color form an intercommunicator, each with
   * those of its own group as the local ones (MPI_Comm_split). All ranks of both groups call it.
   *
   * @param color 0 or more, or {@link Communicator#UNDEFINED} to be in none
   * @param key orders the ranks of a group; among equal keys their present order counts
   * @return the new intercommunicator, to be closed before this one; null if the color is {@link
   *     Communicator#UNDEFINED}, or if no rank of the other group has passed it
   * @throws IllegalArgumentException if the color is negative
   * @throws io.starling.runtime.RankFailedException if a rank of a group has failed
   */
  Intercommunicator split(int color, int key);

  /**
   * The failed ranks of the remote group that this rank knows of.
   *
   * @return their ranks, ascending
   * @see FaultTolerance#failedRanks
   */
  int[] failedRanks();

  /**
   * Acknowledges the failures of {@link #failedRanks}: receives from any rank work again.
   *
   * @see FaultTolerance#acknowledgeFailures
   */
  void acknowledgeFailures();

  /**
   * Makes all operations on this intercommunicator fail, on all ranks of both groups.
   *
   * @see FaultTolerance#revoke
   */
  void revoke();

  /**
   * Whether a rank has revoked this intercommunicator.
   *
   * @return whether this rank knows of it
   * @see FaultTolerance#isRevoked
   */
  boolean isRevoked();

  /**
   * Waits until all ranks of both groups have called it, closes this intercommunicator, and leaves
   * the ranks of the other group (MPI_Comm_disconnect, section 11.10.4). A rank that is in another
   * open communicator of this rank, or in its world, stays.
   *
   * <p>A rank that ends waits for spawned ranks, or for those that have started it, unless both
   * have left each other in this way.
   *
   * @throws IllegalStateException if operations of this rank are open
   * @throws io.starling.runtime.RankFailedException if a rank of a group has failed; this rank has
   *     left the others nevertheless
   */
  void disconnect();
}
