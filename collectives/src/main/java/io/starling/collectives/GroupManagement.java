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
   * The processes of this communicator in the order of their ranks (MPI_Comm_group). It does not
   * communicate.
   *
   * @return the group, which outlives this communicator
   */
  Group group();

  /**
   * Compares this communicator with another one (MPI_Comm_compare). It does not communicate.
   *
   * @param other another communicator of the job
   * @return {@link Comparison#IDENTICAL} if both are one communicator, or views of one that choose
   *     other algorithms; {@link Comparison#CONGRUENT} if only their groups are identical; or else
   *     the result of {@link Group#compare}
   */
  Comparison compare(Communicator other);
}
