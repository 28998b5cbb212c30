package io.starling.runtime.bootstrap;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Connections that have not proved themselves, oldest first: few, and none for long. For one
 * thread.
 */
final class Strangers {

  private final Set<StoreConnection> waiting = new LinkedHashSet<>();
  private int places;

  Strangers(int places) {
    this.places = places;
  }

  void allow(int number) {
    places = number;
  }

  /**
   * Takes one in; returns the oldest, which is to be dropped for it, or null where there is room.
   */
  StoreConnection add(StoreConnection stranger) {
    waiting.add(stranger);
    return waiting.size() > places ? waiting.iterator().next() : null;
  }

  /** Whether it was one. */
  boolean remove(StoreConnection connection) {
    return waiting.remove(connection);
  }

  /** The oldest if its time is over, or null. */
  StoreConnection overdue(long now) {
    Iterator<StoreConnection> oldest = waiting.iterator();
    StoreConnection first = oldest.hasNext() ? oldest.next() : null;
    return first != null && first.isOverdue(now) ? first : null;
  }
}
