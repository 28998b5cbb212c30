package io.starling.runtime.bootstrap;

import java.util.BitSet;
import java.util.Optional;

/**
 * What a rank hears of the failure of others, and what it needs to go on without them (User-Level
 * Failure Mitigation, MPI Forum): a revocation reaches every living rank, and an agreement has one
 * outcome for all of them. The launcher is the one place where both are decided.
 *
 * <p>To be used by one thread at a time. Nothing here waits.
 */
public interface Supervision {

  /** Hears what has happened elsewhere. */
  interface Listener {

    /**
     * A rank has failed, for good.
     *
     * @param reason for people, such as {@code was ended by signal KILL (status 137) on node3}
     */
    void failed(int rank, String reason);

    /** A rank has revoked a communicator. */
    void revoked(String communicator);
  }

  /**
   * The outcome of an agreement, the same at every rank.
   *
   * @param flags the flags of those that took part, combined by a bitwise and
   * @param failed the ranks of the job that had failed when it was decided, whether or not they had
   *     brought flags
   */
  record Agreement(int flags, BitSet failed) {}

  /** Whether the job goes on when a rank has failed ({@code --on-failure return}). */
  boolean survivesFailures();

  /**
   * Takes in what has arrived and tells the listener. To be called every few milliseconds by
   * whoever waits; a call without news costs a read of a socket.
   */
  void poll(Listener listener);

  /** Tells all ranks of the job that a communicator is revoked; this one is told like others. */
  void revoke(String communicator);

  /**
   * Brings this rank's flags to an agreement, and returns at once. It is decided when every member
   * has brought its flags or has failed.
   *
   * @param name unique for each agreement of the job, and the same at all members
   * @param members ranks of the job, the same at all members
   */
  void enterAgreement(String name, BitSet members, int flags);

  /** The outcome, once there is one; an outcome is handed out once. */
  Optional<Agreement> agreement(String name);
}
