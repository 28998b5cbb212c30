package io.starling.objects;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits of tests for what other threads and processes do: without load, and not for ever. */
public final class Waiting {

  private static final long PATIENCE = 60_000_000_000L;
  private static final long PAUSE = 500_000;

  private Waiting() {}

  /** Fails if it is not true within a minute. */
  public static void await(BooleanSupplier what) {
    await(what, () -> "it takes too long");
  }

  /**
   * The same.
   *
   * @param state what the failure shows
   */
  public static void await(BooleanSupplier what, Supplier<?> state) {
    long end = System.nanoTime() + PATIENCE;
    while (!what.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not within a minute: " + state.get());
      }
      LockSupport.parkNanos(PAUSE);
    }
  }
}
