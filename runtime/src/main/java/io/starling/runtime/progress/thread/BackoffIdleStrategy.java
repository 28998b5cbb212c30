package io.starling.runtime.progress.thread;

import java.util.function.LongSupplier;

/**
 * Spins, then yields, then sleeps until the transport has work. A spin is a look at the transport
 * without a pause. A yield gives the core to another rank. To wake from a sleep takes about 35 us.
 *
 * <p>If ranks share cores, a spinning rank may take the time of the very rank for which it waits. A
 * yield shows whether it does: it returns at once if no other thread wants the core, and then
 * spinning is harmless.
 */
public final class BackoffIdleStrategy implements IdleStrategy {

  private static final int EXCLUSIVE_SPINS = 1_000;
  private static final int EXCLUSIVE_YIELDS = 10_000;
  private static final int SHARED_SPINS = 100;
  private static final int SHARED_YIELDS = 200;
  private static final int BACKGROUND_SPINS = 20;

  /** A yield takes about 200 ns if no other thread runs; otherwise at least 2 x 650 ns. */
  private static final long LONGEST_YIELD_TO_NOBODY = 600;

  private final int mostSpins;
  private final int mostYields;
  private final boolean shared;
  private final LongSupplier clock;
  private int spins;
  private int yields;
  private long yieldedAt;
  private boolean alone = true;

  private BackoffIdleStrategy(int mostSpins, int mostYields, boolean shared, LongSupplier clock) {
    this.mostSpins = mostSpins;
    this.mostYields = mostYields;
    this.shared = shared;
    this.clock = clock;
  }

  /** A strategy for {@code ranks} ranks on a host with {@code processors} processors. */
  public static BackoffIdleStrategy forHost(int ranks, int processors) {
    return forRank(ranks > processors);
  }

  /** A strategy for a rank that shares its core with other ranks, or does not. */
  public static BackoffIdleStrategy forRank(boolean oversubscribed) {
    return oversubscribed
        ? forSharedCore(System::nanoTime)
        : new BackoffIdleStrategy(EXCLUSIVE_SPINS, EXCLUSIVE_YIELDS, false, System::nanoTime);
  }

  /** A strategy for a rank that shares its core, with a clock that counts nanoseconds. */
  static BackoffIdleStrategy forSharedCore(LongSupplier clock) {
    return new BackoffIdleStrategy(SHARED_SPINS, SHARED_YIELDS, true, clock);
  }

  /**
   * A strategy for a thread that makes progress while the program computes, perhaps on the same
   * core.
   */
  public static BackoffIdleStrategy forBackground() {
    return new BackoffIdleStrategy(BACKGROUND_SPINS, 0, false, System::nanoTime);
  }

  @Override
  public void reset() {
    spins = 0;
    yields = 0;
  }

  @Override
  public Pause idle() {
    if (alone && spins < mostSpins) {
      spins++;
      return Pause.SPIN;
    }
    if (yields < mostYields) {
      yields++;
      if (shared) {
        spins = 0;
        yieldedAt = clock.getAsLong();
      }
      return Pause.YIELD;
    }
    return Pause.SLEEP;
  }

  /** If ranks share cores, a long yield shows that another thread had the core. */
  @Override
  public void yielded() {
    if (shared) {
      alone = clock.getAsLong() - yieldedAt < LONGEST_YIELD_TO_NOBODY;
    }
  }
}
