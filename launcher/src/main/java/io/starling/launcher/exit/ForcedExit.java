package io.starling.launcher.exit;

import java.time.Duration;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * Ends the launcher at once where it is told again to end: what holds it up may never end, such as
 * a reader of its output that has stopped. Ranks and agents end when they lose it.
 */
public final class ForcedExit {

  /**
   * One request may come as several signals: from a terminal, and from the shell that was told too.
   */
  static final Duration ONE_WISH = Duration.ofSeconds(1);

  private final LongSupplier clock;
  private final IntConsumer halt;
  private boolean told;
  private long first;

  /**
   * Nobody has told the launcher yet.
   *
   * @param clock in nanoseconds
   * @param halt ends the process with a status
   */
  public ForcedExit(LongSupplier clock, IntConsumer halt) {
    this.clock = clock;
    this.halt = halt;
  }

  /** Notes a signal, on any thread. */
  public synchronized void note(int signal) {
    if (signal == Signals.REPORT) {
      return;
    }
    if (!told) {
      told = true;
      first = clock.getAsLong();
    } else if (clock.getAsLong() - first > ONE_WISH.toNanos()) {
      halt.accept(ExitStatus.SIGNAL_BASE + signal);
    }
  }
}
