package io.starling.runtime.progress.thread;

import java.util.function.LongSupplier;

/**
 * Spins, then yields, then sleeps until the transport has work. A spin is a look at the transport
 * without a pause. A yield gives the core to another rank. To wake from a sleep takes about 35 us.
 *
 * <p>If ranks share cores, a spinning rank may take the time of the very rank for which it waits. A
 * yield shows whether it does: it returns at once if no other thread wants the core, and then
 * spinning is harmless.
 *
 * <p>Such a rank also learns how long its waits take. While they are short it yields for some times
 * as long, because a sleep would cost more than it saves. Once they are long it sleeps early: the
 * core is for those that compute, and a rank that is woken gets it back at once, but one that has
 * yielded only at the end of their time slices.
 */
public final class BackoffIdleStrategy implements IdleStrategy {

  private static final int EXCLUSIVE_SPINS = 1_000;
  private static final int SHARED_SPINS = 100;
  private static final int BACKGROUND_SPINS = 20;

  /** A yield takes about 200 ns if no other thread runs; otherwise at least 2 x 650 ns. */
  private static final long LONGEST_YIELD_TO_NOBODY = 600;

  /** How long a rank with a core of its own yields before it sleeps. */
  private static final long EXCLUSIVE_PATIENCE = 2_000_000;

  /** The same of a rank that shares its core and whose waits are long: some ten wake-ups. */
  private static final long LEAST_PATIENCE = 400_000;

  /** Waits are long if their average is above this: some thirty wake-ups. */
  private static final double LONG_WAIT = 1_000_000;

  /** Some times the average, so that most waits end before it. */
  private static final double PATIENCE_PER_AVERAGE = 8;

  private static final double WEIGHT_OF_A_WAIT = 1.0 / 8;

  private final int mostSpins;
  private final boolean shared;
  private final LongSupplier clock;
  private long patience;
  private double average;
  private int spins;
  private boolean waits;
  private long waitsSince;
  private long pauseBegan;
  private long pauseEnded;
  private boolean alone = true;

  private BackoffIdleStrategy(int mostSpins, long patience, boolean shared, LongSupplier clock) {
    this.mostSpins = mostSpins;
    this.patience = patience;
    this.shared = shared;
    this.clock = clock;
  }

  /** A strategy for {@code ranks} ranks on a host with {@code processors} processors. */
  public static BackoffIdleStrategy forHost(int ranks, int processors) {
    return forRank(ranks > processors);
  }

  /** A strategy for a rank that shares its core with other ranks, or does not. */
  public static BackoffIdleStrategy forRank(boolean oversubscribed) {
    return oversubscribed ? forSharedCore(System::nanoTime) : forCoreOfItsOwn(System::nanoTime);
  }

  /** A strategy for a rank that shares its core, with a clock that counts nanoseconds. */
  static BackoffIdleStrategy forSharedCore(LongSupplier clock) {
    return new BackoffIdleStrategy(SHARED_SPINS, LEAST_PATIENCE, true, clock);
  }

  /** A strategy for a rank that has a core, with a clock that counts nanoseconds. */
  static BackoffIdleStrategy forCoreOfItsOwn(LongSupplier clock) {
    return new BackoffIdleStrategy(EXCLUSIVE_SPINS, EXCLUSIVE_PATIENCE, false, clock);
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
    if (waits) {
      waits = false;
      if (shared) {
        learn(pauseEnded - waitsSince);
      }
    }
  }

  private void learn(long wait) {
    average += (wait - average) * WEIGHT_OF_A_WAIT;
    patience =
        average > LONG_WAIT
            ? LEAST_PATIENCE
            : Math.max(LEAST_PATIENCE, (long) (average * PATIENCE_PER_AVERAGE));
  }

  @Override
  public Pause idle() {
    if (alone && spins < mostSpins) {
      spins++;
      return Pause.SPIN;
    }
    if (patience == 0) {
      return Pause.SLEEP;
    }
    pauseBegan = clock.getAsLong();
    if (!waits) {
      waits = true;
      waitsSince = pauseBegan;
    }
    return pauseBegan - waitsSince < patience ? Pause.YIELD : Pause.SLEEP;
  }

  /** If ranks share cores, a long yield shows that another thread had the core. */
  @Override
  public void paused(Pause pause) {
    if (!shared) {
      return;
    }
    pauseEnded = clock.getAsLong();
    if (pause == Pause.YIELD) {
      spins = 0;
      alone = pauseEnded - pauseBegan < LONGEST_YIELD_TO_NOBODY;
    }
  }
}
