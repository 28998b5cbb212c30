package io.starling.runtime;

/**
 * Thrown by an operation that needs a failed rank: the rank's process has ended early, or its host
 * no longer answers. Operations that don't need the rank continue.
 *
 * <p>A failed rank never returns. In a job started with {@code --on-failure return}, the living
 * ranks make a communicator without it by {@code shrink()} and go on.
 */
public final class RankFailedException extends StarlingException {

  private static final long serialVersionUID = 1L;

  /** Ranks of the communicator, ascending. */
  private final int[] ranks;

  /** Why they failed, as a text. */
  private final String reason;

  /**
   * Reports the failure of one rank or several.
   *
   * @param message rank, operation, failed ranks and remedy
   * @param ranks the failed ranks of the communicator, ascending
   * @param reason why they failed, as far as is known
   */
  public RankFailedException(String message, int[] ranks, String reason) {
    super(message);
    this.ranks = ranks.clone();
    this.reason = reason;
  }

  /**
   * The ranks that have failed.
   *
   * @return ranks of the communicator that was used, ascending; a copy
   */
  public int[] ranks() {
    return ranks.clone();
  }

  /**
   * Why they failed, as a text.
   *
   * @return such as {@code rank 3 was ended by signal KILL (status 137) on node3}
   */
  public String reason() {
    return reason;
  }
}
