package io.starling.collectives.file;

import io.starling.collectives.call.Member;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Engine;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How a thread waits for a lock, which no message announces. */
@FunctionalInterface
interface Patience {

  /** Tries until an attempt succeeds. */
  void await(BooleanSupplier attempt, Supplier<String> what);

  /** The attempts before the pauses get longer: some milliseconds. */
  int QUICK_ATTEMPTS = 100;

  long QUICK_NANOSECONDS = 10_000;
  long SLOW_NANOSECONDS = 200_000;

  /**
   * That of a thread of the rank: it makes progress meanwhile, and the report of what the rank
   * waits for shows the lock.
   */
  static Patience of(Member member) {
    return (attempt, what) -> {
      if (!tryQuickly(attempt)) {
        try (Member.Entry _ = member.enter()) {
          Engine engine = member.engine();
          engine.waits().awaitUnannounced(new SlowAttempts(attempt, engine::nanoTime), what);
        }
      }
    };
  }

  /** That of a thread which works for the rank, while the file is open. */
  static Patience of(FileHandle handle) {
    return (attempt, what) -> {
      boolean done = tryQuickly(attempt);
      while (!done) {
        LockSupport.parkNanos(SLOW_NANOSECONDS);
        if (handle.isClosed() || Thread.currentThread().isInterrupted()) {
          throw new StarlingException("interrupted while waiting for " + what.get());
        }
        done = attempt.getAsBoolean();
      }
    };
  }

  /** Attempts with pauses, however often the engine looks: each is a call of the system. */
  final class SlowAttempts implements BooleanSupplier {
    private final BooleanSupplier attempt;
    private final LongSupplier nanoTime;
    private long next;
    private boolean isOver;

    SlowAttempts(BooleanSupplier attempt, LongSupplier nanoTime) {
      this.attempt = attempt;
      this.nanoTime = nanoTime;
      next = nanoTime.getAsLong();
    }

    @Override
    public synchronized boolean getAsBoolean() {
      if (!isOver && nanoTime.getAsLong() - next >= 0) {
        isOver = attempt.getAsBoolean();
        next = nanoTime.getAsLong() + SLOW_NANOSECONDS;
      }
      return isOver;
    }
  }

  private static boolean tryQuickly(BooleanSupplier attempt) {
    for (int i = 0; i < QUICK_ATTEMPTS; i++) {
      if (attempt.getAsBoolean()) {
        return true;
      }
      LockSupport.parkNanos(QUICK_NANOSECONDS);
    }
    return false;
  }
}
