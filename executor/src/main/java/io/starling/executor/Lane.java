package io.starling.executor;

import java.util.ArrayDeque;

/**
 * A worker as the root sees it. It answers in the order of its tasks, so neither tasks nor answers
 * have numbers in messages.
 */
final class Lane {

  /** A task that takes less is short: its worker gets the next ones ahead of time. */
  private static final long SHORT_NANOSECONDS = 1_000_000;

  private final int rank;
  private final int mostFlights;
  private final ArrayDeque<Flight> flights = new ArrayDeque<>();
  private long departed;
  private int limit = 1;
  private volatile boolean dead;

  Lane(int rank, int mostFlights) {
    this.rank = rank;
    this.mostFlights = mostFlights;
  }

  int rank() {
    return rank;
  }

  boolean isDead() {
    return dead;
  }

  void die() {
    dead = true;
  }

  boolean hasRoom() {
    return !dead && flights.size() < limit;
  }

  int load() {
    return flights.size();
  }

  ArrayDeque<Flight> flights() {
    return flights;
  }

  /** The number of the next task. */
  long nextNumber() {
    departed++;
    return departed;
  }

  /** The oldest task has come back. */
  Flight land(long nanoseconds) {
    limit = nanoseconds < SHORT_NANOSECONDS ? mostFlights : 1;
    return flights.removeFirst();
  }
}
