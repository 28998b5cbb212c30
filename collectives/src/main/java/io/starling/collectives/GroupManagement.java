package io.starling.collectives;

/**
 * The processes of a communicator as a group, and communicators that are made from groups (MPI 4.1,
 * sections 7.3 and 7.4).
 *
 * <p>A wrong argument throws an {@link IllegalArgumentException}, a closed communicator an {@link
 * IllegalStateException}, before anything is sent. Threads: as for {@link Communicator}.
 */
public sealed interface GroupManagement permits Communicator {

  /**
   * Compares this communicator with another one (MPI_Comm_compare). It does not communicate.
   *
   * @param other another communicator of the job
   * @return {@link Comparison#IDENTICAL} if both are one communicator, or views of one that choose
   *     other algorithms; {@link Comparison#CONGRUENT} if only their groups are identical; or else
   *     the result of {@link Group#compare}
   */
  Comparison compare(Communicator other);

  /**
   * Makes a communicator of the processes of a group, numbered as in the group (MPI_Comm_create).
   * All ranks of this communicator must call it. The ranks of a group pass the same group; all
   * others pass {@link Group#EMPTY}, or any group that they are not in. Groups that have no process
   * in common may be passed at the same time: each becomes a communicator.
   *
   * @param group processes of this communicator
   * @return this rank's new communicator, to be closed before this one; null if this rank is not in
   *     the group that it has passed
   * @throws IllegalArgumentException if a process of the group is not in this communicator
   * @throws io.starling.runtime.StarlingException if another rank of the group has passed another
   *     one
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  Communicator create(Group group);

  /**
   * Makes a communicator of the processes of a group, numbered as in the group, without the other
   * ranks (MPI_Comm_create_group). All ranks of the group must call it, with the same group and the
   * same tag; no other rank is needed, not even a living one.
   *
   * <p>Several threads of a rank may call it at the same time with different tags, and ranks may be
   * in several groups. The tags do not meet those of messages.
   *
   * @param group processes of this communicator, this rank among them
   * @param tag 0 to {@link Communicator#MAX_TAG}; tells calls apart that are under way at a time
   * @return the new communicator, to be closed before this one
   * @throws IllegalArgumentException if a process of the group is not in this communicator, or this
   *     rank is not in the group, or the tag is out of range
   * @throws io.starling.runtime.StarlingException if other ranks of the group have passed it in
   *     another order
   * @throws io.starling.runtime.RankFailedException if a rank of the group has failed
   */
  Communicator createGroup(Group group, int tag);

  /**
   * Makes an intercommunicator of the processes of this communicator and those of another one
   * (MPI_Intercomm_create, section 7.6.2). All ranks of both call it. One rank of each, the leader,
   * talks to the other leader on a communicator that both are in.
   *
   * <pre>{@code
   * Communicator half = world.split(world.rank() % 2, 0);
   * int remoteLeader = 1 - world.rank() % 2;
   * Intercommunicator other = half.createIntercommunicator(0, world, remoteLeader, 7);
   * }</pre>
   *
   * @param localLeader the rank of this communicator that leads; the same at all of its ranks
   * @param peer a communicator with both leaders; may be null at other ranks
   * @param remoteLeader the rank of the other leader in {@code peer}; of no meaning at other ranks
   * @param tag 0 to {@link Communicator#MAX_TAG}; no other message between the leaders on {@code
   *     peer} may have it meanwhile
   * @return the intercommunicator, to be closed before this communicator
   * @throws IllegalArgumentException at all ranks if the groups have a process in common; at this
   *     one if an argument is wrong
   * @throws io.starling.runtime.RankFailedException if a rank of a group has failed
   */
  Intercommunicator createIntercommunicator(
      int localLeader, Communicator peer, int remoteLeader, int tag);
}
