package io.starling.runtime.progress;

import java.util.function.LongSupplier;

/**
 * Spins, then yields, then sleeps until the transport has something. A spin is a look at the
 * transport, without a pause; a yield gives the core to another rank; waking from sleep takes some
 * 35 us.
 *
 * <p>Where ranks share cores, to spin is to steal the time of the very rank one waits for, if that
 * one is on the same core. A yield tells: it comes back at once where nobody else wants the core,
 * and then spinning hurts nobody.
 */
public final class BackoffIdleStrategy implements IdleStrategy {

  private static final int EXCLUSIVE_SPINS = 1_000;
  private static final int EXCLUSIVE_YIELDS = 10_000;
  private static final int SHARED_SPINS = 100;
  private static final int SHARED_YIELDS = 200;
  private static final int BACKGROUND_SPINS = 20;

  /** A yield to nobody takes some 200 ns; to somebody and back, twice 650 at least. */
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

  /** For {@code ranks} ranks on a host with {@code processors} processors. */
  public static BackoffIdleStrategy forHost(int ranks, int processors) {
    return forRank(ranks > processors);
  }

  /** For a rank that shares its core with others, or has it alone. */
  public static BackoffIdleStrategy forRank(boolean oversubscribed) {
    return oversubscribed
        ? forSharedCore(System::nanoTime)
        : new BackoffIdleStrategy(EXCLUSIVE_SPINS, EXCLUSIVE_YIELDS, false, System::nanoTime);
  }

  /** For a rank that shares its core, by a clock that counts nanoseconds. */
  static BackoffIdleStrategy forSharedCore(LongSupplier clock) {
    return new BackoffIdleStrategy(SHARED_SPINS, SHARED_YIELDS, true, clock);
  }

  /** For a thread that makes progress while the program computes, perhaps on the same core. */
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

  /** Where ranks share cores: it was longer if somebody else had the core meanwhile. */
  @Override
  public void yielded() {
    if (shared) {
      alone = clock.getAsLong() - yieldedAt < LONGEST_YIELD_TO_NOBODY;
    }
  }
}
