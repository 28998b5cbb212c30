package io.starling.runtime.progress.thread;

import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * One wait, with its deadline and interrupts. After each second without progress it names the
 * thread after the awaited operation, so that {@code jstack}, SIGQUIT and the launcher's report
 * show it.
 */
abstract class Wait implements AutoCloseable {

  /** The longest sleep, a safeguard against wake-ups that a transport might lose. */
  protected static final long SLEEP_NANOSECONDS = 10_000_000;

  private static final long LONG_NANOSECONDS = 1_000_000_000;

  protected final Engine engine;
  private final LongSupplier clock;
  private Operation operation;
  private long limit;
  private long began;
  private long stalledSince;
  private boolean over;
  private boolean reported;
  private String formerName;

  Wait(Engine engine, LongSupplier clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /**
   * Begins the wait.
   *
   * @param itsOperation the awaited operation; null for anything of the rank
   * @param itsLimit the longest wait in nanoseconds, {@link Long#MAX_VALUE} for none
   */
  final void begin(Operation itsOperation, long itsLimit) {
    operation = itsOperation;
    limit = itsLimit;
    began = limit == Long.MAX_VALUE ? 0 : clock.getAsLong();
    stalledSince = 0;
    over = false;
    reported = false;
  }

  /** Makes progress until {@code done} or the time has elapsed; returns whether it is done. */
  abstract boolean until(BooleanSupplier done);

  final void progressed() {
    if (stalledSince != 0) {
      stalledSince = 0;
      if (reported) {
        reported = false;
        engine.waits().stalled(false);
      }
    }
  }

  /** Looks at the clock after a sleep; always if the wait has a limit. */
  final void lookIf(boolean slept) {
    if (slept || limit != Long.MAX_VALUE) {
      look();
    }
  }

  private void look() {
    long now = clock.getAsLong();
    if (stalledSince == 0) {
      stalledSince = now;
    }
    over = now - began >= limit;
    engine.watch().glance();
    if (!reported && now - stalledSince > LONG_NANOSECONDS) {
      report();
    }
    engine.waits().checkInterrupt(operation);
  }

  /** Once in each second without progress, because the last progress changes what is awaited. */
  private void report() {
    Thread self = Thread.currentThread();
    if (formerName == null) {
      formerName = self.getName();
    }
    self.setName(formerName + ": " + engine.waits().pending(operation));
    reported = true;
    engine.waits().stalled(limit == Long.MAX_VALUE);
  }

  /** Whether the time had elapsed at the last look. */
  final boolean isOver() {
    return over;
  }

  /** The longest sleep that does not miss the end of the time, in nanoseconds. */
  final long remaining(long nanoseconds) {
    return limit == Long.MAX_VALUE
        ? nanoseconds
        : Math.clamp(limit - (clock.getAsLong() - began), 1, nanoseconds);
  }

  @Override
  public final void close() {
    operation = null;
    if (formerName != null) {
      Thread.currentThread().setName(formerName);
      formerName = null;
      engine.waits().stalled(false);
    }
  }
}
