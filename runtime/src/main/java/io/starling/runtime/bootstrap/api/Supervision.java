package io.starling.runtime.bootstrap.api;

import java.util.BitSet;
import java.util.Optional;

/**
 * Reports failed ranks, and lets the others continue without them (User-Level Failure Mitigation,
 * MPI Forum). A revocation reaches every living rank, and an agreement has one outcome for all of
 * them. The launcher decides both.
 *
 * <p>To be used by one thread at a time. Nothing here waits.
 */
public interface Supervision {

  /** Receives events of other ranks. */
  interface Listener {

    /**
     * A rank has failed for good.
     *
     * @param reason a text such as {@code was ended by signal KILL (status 137) on node3}
     */
    void failed(int rank, String reason);

    /** A rank has revoked a communicator. */
    void revoked(String communicator);
  }

  /**
   * The outcome of an agreement, the same on every rank.
   *
   * @param flags the flags of all participants, combined by a bitwise and
   * @param failed the ranks of the job that had failed when it was decided, whether or not they had
   *     contributed flags
   */
  record Agreement(int flags, BitSet failed) {}

  /** Whether the job survives a failed rank ({@code --on-failure return}). */
  boolean survivesFailures();

  /**
   * Handles the news that has arrived and notifies the listener. A waiting thread calls it every
   * few milliseconds; a call without news costs a read of a socket.
   */
  void poll(Listener listener);

  /** Reports to all ranks of the job, this one included, that a communicator is revoked. */
  void revoke(String communicator);

  /**
   * Contributes this rank's flags to an agreement without waiting. It is decided when every member
   * has contributed its flags or has failed.
   *
   * @param name unique for each agreement of the job, and the same at all members
   * @param members ranks of the job, the same on all members
   */
  void enterAgreement(String name, BitSet members, int flags);

  /** The outcome, once it is decided; an outcome is returned once. */
  Optional<Agreement> agreement(String name);
}
