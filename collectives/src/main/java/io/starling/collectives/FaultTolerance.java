package io.starling.collectives;

/**
 * Lets a program continue after ranks have failed (User-Level Failure Mitigation, MPI Forum). The
 * job must have been started with {@code starling run --on-failure return}.
 *
 * <p>After a rank has failed, open and later collectives on every communicator that contains it end
 * with a {@link io.starling.runtime.RankFailedException} on all ranks; so do messages to and from
 * it. Messages between living ranks continue, and so do communicators without the failed rank. A
 * collective during which a rank fails may have completed on some ranks. A rank that gets the
 * exception therefore calls {@link #revoke}, and all ranks meet in {@link #shrink}:
 *
 * <pre>{@code
 * try {
 *   work(communicator);
 * } catch (RankFailedException | CommunicatorRevokedException e) {
 *   communicator.revoke();
 *   communicator = communicator.shrink();
 * }
 * }</pre>
 *
 * <p>Threads: as for {@link Communicator}. All ranks call {@link #agree} and {@link #shrink} in the
 * same order, like collectives.
 */
public sealed interface FaultTolerance permits Communicator {

  /**
   * The failed ranks of this communicator, as far as this rank knows now (MPIX_Comm_get_failed).
   *
   * @return ranks, ascending; empty if none is known
   */
  int[] failedRanks();

  /**
   * Acknowledges all failures that are known so far, on this rank and this communicator
   * (MPIX_Comm_failure_ack). Receives and probes from {@link Communicator#ANY_SOURCE} fail while
   * there is a failure that this rank has not acknowledged; new ones work after that.
   */
  void acknowledgeFailures();

  /**
   * Revokes this communicator on all ranks (MPIX_Comm_revoke): open and later operations on it end
   * with a {@link io.starling.runtime.CommunicatorRevokedException}, except {@link #agree} and
   * {@link #shrink}. So no rank waits for a rank that has left. It is not a collective: one rank
   * calls it, and it does not wait. A second call does nothing.
   *
   * @throws UnsupportedOperationException if no launcher supervises the ranks: the job was not
   *     started by {@code starling run}
   */
  void revoke();

  /**
   * Whether a rank is known to have revoked this communicator (MPIX_Comm_is_revoked).
   *
   * @return true if operations on it fail on this rank
   */
  boolean isRevoked();

  /**
   * Combines the flags of all living ranks by a bitwise and (MPIX_Comm_agree). All of them get the
   * same result, even if ranks fail during the call. It works on a revoked communicator too. All
   * living ranks must call it.
   *
   * @param flags this rank's flags, such as 1 for success
   * @return the combined flags, including those of ranks that have failed after their call
   * @throws io.starling.runtime.RankFailedException on all ranks, if a rank has failed and some
   *     rank had not acknowledged the failure before its call; when all ranks have called {@link
   *     #acknowledgeFailures}, later calls do not report it again
   * @throws UnsupportedOperationException if no launcher supervises the ranks: the job was not
   *     started by {@code starling run}
   */
  int agree(int flags);

  /**
   * Makes a communicator of the living ranks, in their order (MPIX_Comm_shrink). All of them get
   * the same communicator, and all must call it. A rank that fails during the call may still be in
   * it; then shrink the new communicator too.
   *
   * @return the new communicator, to be closed before this one
   * @throws UnsupportedOperationException if no launcher supervises the ranks: the job was not
   *     started by {@code starling run}
   */
  Communicator shrink();
}
