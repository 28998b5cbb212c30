package io.starling.objects.simulated;

import java.util.PriorityQueue;

/** Runs actions in the order of their times; actions of the same time in the order of addition. */
public final class VirtualTime {

  private record Event(long time, long order, Runnable action) implements Comparable<Event> {

    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long added;

  /** Nanoseconds since the beginning. */
  public long now() {
    return now;
  }

  /** Runs an action after some nanoseconds. */
  public void after(long nanoseconds, Runnable action) {
    at(now + nanoseconds, action);
  }

  /** Runs an action at a time, which is not over yet. */
  public void at(long time, Runnable action) {
    if (time < now) {
      throw new IllegalArgumentException("%d ns is over; it is %d ns".formatted(time, now));
    }
    events.add(new Event(time, added++, action));
  }

  /** Runs the next action. */
  public boolean step() {
    Event event = events.poll();
    if (event == null) {
      return false;
    }
    now = event.time();
    event.action().run();
    return true;
  }

  /** Runs all actions up to a time, which it is then. */
  public void runUntil(long time) {
    while (!events.isEmpty() && events.peek().time() <= time) {
      step();
    }
    now = time;
  }
}
