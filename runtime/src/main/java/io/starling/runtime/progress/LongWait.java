package io.starling.runtime.progress;

import io.starling.runtime.error.StarlingException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One wait of a rank: its deadline, and once it is long without progress, the thread's name, which
 * then says what the rank waits for. So {@code jstack}, SIGQUIT and the launcher's report show it.
 */
final class LongWait implements AutoCloseable {

  private static final long LONG_NANOSECONDS = 1_000_000_000;

  private final Engine engine;
  private final Port port;
  private final IdleStrategy idleStrategy;
  private final LongSupplier clock;
  private final long limit;
  private long began;
  private long stalledSince;
  private boolean over;
  private String formerName;

  LongWait(Engine engine, Port port, IdleStrategy idleStrategy, LongSupplier clock, long limit) {
    this.engine = engine;
    this.port = port;
    this.idleStrategy = idleStrategy;
    this.clock = clock;
    this.limit = limit;
  }

  /** Makes progress until it is done or the time is over; returns whether it is done. */
  boolean until(BooleanSupplier done) {
    idleStrategy.reset();
    boolean timed = limit != Long.MAX_VALUE;
    while (true) {
      boolean slept = false;
      if (engine.doWork() > 0) {
        idleStrategy.reset();
        stalledSince = 0;
      } else {
        slept = idleStrategy.idle(port);
      }
      if (slept || timed) {
        look();
        stopIfInterrupted();
      }
      if (done.getAsBoolean()) {
        return true;
      }
      if (over) {
        return false;
      }
    }
  }

  private void stopIfInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException("interrupted: " + engine.pending());
    }
  }

  /** Looks at the clock; not to be called on the fast path. */
  private void look() {
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

  @Override
  public void close() {
    if (formerName != null) {
      Thread.currentThread().setName(formerName);
    }
  }
}
