package io.starling.runtime.progress;

/**
 * Spins, then yields, then sleeps until the transport has something. A spin is a look at the
 * transport, without a pause; a yield gives the core to another rank; waking from sleep takes some
 * 35 us. Where ranks share cores, spinning steals the time of the very rank one waits for.
 */
public final class BackoffIdleStrategy implements IdleStrategy {

  private static final int EXCLUSIVE_SPINS = 1_000;
  private static final int SHARED_SPINS = 100;
  private static final int EXCLUSIVE_YIELDS = 10_000;
  private static final int SHARED_YIELDS = 200;
  private static final int BACKGROUND_SPINS = 20;

  private final int spins;
  private final int yields;
  private int rounds;

  private BackoffIdleStrategy(int spins, int yields) {
    this.spins = spins;
    this.yields = spins + yields;
  }

  /** For {@code ranks} ranks on a host with {@code processors} processors. */
  public static BackoffIdleStrategy forHost(int ranks, int processors) {
    return forRank(ranks > processors);
  }

  /** For a rank that shares its core with others, or has it alone. */
  public static BackoffIdleStrategy forRank(boolean oversubscribed) {
    return oversubscribed
        ? new BackoffIdleStrategy(SHARED_SPINS, SHARED_YIELDS)
        : new BackoffIdleStrategy(EXCLUSIVE_SPINS, EXCLUSIVE_YIELDS);
  }

  /** For a thread that makes progress while the program computes, perhaps on the same core. */
  public static BackoffIdleStrategy forBackground() {
    return new BackoffIdleStrategy(BACKGROUND_SPINS, 0);
  }

  @Override
  public void reset() {
    rounds = 0;
  }

  @Override
  public Pause idle() {
    if (rounds < spins) {
      rounds++;
      return Pause.SPIN;
    }
    if (rounds < yields) {
      rounds++;
      return Pause.YIELD;
    }
    return Pause.SLEEP;
  }
}
