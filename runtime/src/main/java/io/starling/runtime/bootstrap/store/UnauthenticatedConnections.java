package io.starling.runtime.bootstrap.store;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The connections in the handshake, oldest first. Their number and their time are limited. For one
 * thread.
 */
final class UnauthenticatedConnections {

  private final Set<StoreConnection> waiting = new LinkedHashSet<>();
  private int places;

  UnauthenticatedConnections(int places) {
    this.places = places;
  }

  void allow(int number) {
    places = number;
  }

  /**
   * Adds a connection; returns the oldest one, which must be dropped for it, or null if there is
   * room.
   */
  StoreConnection add(StoreConnection stranger) {
    waiting.add(stranger);
    return waiting.size() > places ? waiting.iterator().next() : null;
  }

  /** Removes a connection; returns whether it was in the handshake. */
  boolean remove(StoreConnection connection) {
    return waiting.remove(connection);
  }

  /** The oldest connection if its time has elapsed, or null. */
  StoreConnection overdue(long now) {
    Iterator<StoreConnection> oldest = waiting.iterator();
    StoreConnection first = oldest.hasNext() ? oldest.next() : null;
    return first != null && first.isOverdue(now) ? first : null;
  }
}
