package io.starling.runtime.error;

/**
 * A rank that an operation needs has failed: its process has ended before its time, or its host no
 * longer answers. What it would have sent never comes; operations that don't need it go on.
 *
 * <p>The failure is for good. Living ranks agree on who is left and go on by {@code shrink()} of
 * the communicator, where the job survives failures ({@code --on-failure return}).
 */
public final class RankFailedException extends StarlingException {

  private static final long serialVersionUID = 1L;

  private final int[] ranks;
  private final String reason;

  /**
   * A failure of one rank or several.
   *
   * @param ranks of the communicator, ascending
   * @param reason why they failed, as far as that is known
   */
  public RankFailedException(String message, int[] ranks, String reason) {
    super(message);
    this.ranks = ranks.clone();
    this.reason = reason;
  }

  /** Who has failed: ranks of the communicator that was used, ascending. */
  public int[] ranks() {
    return ranks.clone();
  }

  /** Why, for people, such as {@code rank 3 was ended by signal KILL (status 137) on node3}. */
  public String reason() {
    return reason;
  }
}
