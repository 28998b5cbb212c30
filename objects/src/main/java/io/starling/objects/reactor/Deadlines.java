package io.starling.objects.reactor;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/**
 * Actions for later, on the thread that asks for them. An action finds out itself whether it still
 * matters.
 */
public final class Deadlines {

  private record Entry(long time, long order, Runnable action) implements Comparable<Entry> {

    @Override
    public int compareTo(Entry other) {
      int byTime = Long.compare(time - other.time, 0);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final LongSupplier clock;
  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long added;

  /**
   * @param clock nanoseconds, as {@link System#nanoTime}
   */
  public Deadlines(LongSupplier clock) {
    this.clock = clock;
  }

  /** The time in nanoseconds. */
  public long now() {
    return clock.getAsLong();
  }

  /** Runs an action once. */
  public void after(Duration delay, Runnable action) {
    entries.add(new Entry(now() + delay.toNanos(), added++, action));
  }

  /** Runs what is due; returns how much that was. */
  public int run() {
    int ran = 0;
    while (!entries.isEmpty() && entries.peek().time() - now() <= 0) {
      entries.remove().action().run();
      ran++;
    }
    return ran;
  }

  /** Nanoseconds until the next action, or fewer if the caller has less time. */
  public long untilNext(long nanoseconds) {
    return entries.isEmpty()
        ? nanoseconds
        : Math.clamp(entries.peek().time() - now(), 0, nanoseconds);
  }
}
