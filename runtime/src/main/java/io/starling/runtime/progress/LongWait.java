package io.starling.runtime.progress;

import java.util.function.LongSupplier;

/**
 * One wait of a rank: its deadline, and once it is long without progress, the thread's name, which
 * then says what the rank waits for. So {@code jstack}, SIGQUIT and the launcher's report show it.
 */
final class LongWait implements AutoCloseable {

  private static final long LONG_NANOSECONDS = 1_000_000_000;

  private final Engine engine;
  private final LongSupplier clock;
  private final long limit;
  private long began;
  private long stalledSince;
  private boolean over;
  private String formerName;

  LongWait(Engine engine, LongSupplier clock, long limit) {
    this.engine = engine;
    this.clock = clock;
    this.limit = limit;
  }

  void progressed() {
    stalledSince = 0;
  }

  /** Looks at the clock; not to be called on the fast path. */
  void look() {
    long now = clock.getAsLong();
    if (began == 0) {
      began = now;
    }
    if (stalledSince == 0) {
      stalledSince = now;
    }
    over = now - began >= limit;
    if (formerName == null && now - stalledSince > LONG_NANOSECONDS) {
      formerName = Thread.currentThread().getName();
      Thread.currentThread().setName(formerName + ": " + engine.pending());
    }
  }

  boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    if (formerName != null) {
      Thread.currentThread().setName(formerName);
    }
  }
}
