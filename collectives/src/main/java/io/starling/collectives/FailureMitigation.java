package io.starling.collectives;

/**
 * How a program goes on when ranks of a communicator have failed (User-Level Failure Mitigation,
 * MPI Forum), in a job that was started with {@code starling run --on-failure return}.
 *
 * <p>Once a rank has failed, collectives on every communicator that contains it end with a {@link
 * io.starling.runtime.error.RankFailedException} at all its ranks, those under way and later ones;
 * so do messages to and from it. Messages between living ranks, and communicators without it, go
 * on. A collective during which a rank fails may have been completed at some ranks; so whoever
 * hears of a failure calls {@link #revoke}, and all meet in {@link #shrink}:
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
 * <p>Threads: as for {@link Communicator}; {@link #agree} and {@link #shrink} are called in one
 * order by all ranks, as collectives are.
 */
public interface FailureMitigation {

  /** The ranks of this communicator that have failed, as far as this rank has heard; ascending. */
  int[] failedRanks();

  /**
   * Lets receives and probes from any rank be called again, although {@link #failedRanks} will
   * never send: they fail as long as there is a failure that was not acknowledged. Concerns this
   * rank and this communicator.
   */
  void acknowledgeFailures();

  /**
   * Ends this communicator at all ranks: what is under way on it and what is called later raises a
   * {@link io.starling.runtime.error.CommunicatorRevokedException}, except {@link #agree} and
   * {@link #shrink}. So ranks that wait for others, which have left, are freed. Not a collective:
   * one rank is enough, and it does not wait. A second call does nothing.
   *
   * @throws UnsupportedOperationException if nobody watches over the ranks: the job was not started
   *     by {@code starling run}
   */
  void revoke();

  /** Whether a rank has revoked this communicator, as far as this rank has heard. */
  boolean isRevoked();

  /**
   * Agrees with all living ranks, also on a communicator that is revoked. The outcome is the same
   * at all of them, whoever fails meanwhile.
   *
   * @return the flags of all, combined by a bitwise and; also of ranks that have failed since they
   *     have called
   * @throws io.starling.runtime.error.RankFailedException at all ranks, if a rank has failed and
   *     not all ranks had acknowledged it before they called; whoever then acknowledges and agrees
   *     again is not told so again
   * @throws UnsupportedOperationException if nobody watches over the ranks: the job was not started
   *     by {@code starling run}
   */
  int agree(int flags);

  /**
   * Makes a communicator of the living ranks, in their order; the same at all of them. All living
   * ranks must call it. A rank that fails meanwhile may be in it: then it is to be shrunk, too.
   *
   * @return the new communicator, which is to be closed before this one
   * @throws UnsupportedOperationException if nobody watches over the ranks: the job was not started
   *     by {@code starling run}
   */
  Communicator shrink();
}
