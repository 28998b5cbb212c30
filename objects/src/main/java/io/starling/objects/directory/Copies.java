package io.starling.objects.directory;

import io.starling.objects.protocol.View;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The copies of one object, and which store fetches from which (Hoplite, section 4.2).
 *
 * <pre>
 *   original --> 4 --> 7 --> 2        a copy serves one reader at a time:
 *   complete 5 --> 3                  free are here 2 and 3, and the next asker gets 3
 * </pre>
 *
 * <p>Invariant: the edges form a forest. A copy whose way up ends at an original or a complete copy
 * is rooted; only a rooted copy is granted, and never to a store on its own way up.
 */
final class Copies {

  /**
   * How many stores fetch from one copy at a time; the outgoing link of a host is then not shared.
   */
  static final int EGRESS = 1;

  private final Map<Integer, Location> bySlot = new LinkedHashMap<>();

  /** The copies that may get one more reader, in the order in which they became free. */
  private final Set<Location> free = new LinkedHashSet<>();

  boolean isEmpty() {
    return bySlot.isEmpty();
  }

  Collection<Location> all() {
    return Collections.unmodifiableCollection(bySlot.values());
  }

  /** The copy of a store, or null. */
  Location at(int slot) {
    return bySlot.get(slot);
  }

  /** Adds a copy without a source, in place of an earlier one of the same store. */
  void add(Location location) {
    remove(location.slot());
    bySlot.put(location.slot(), location);
    free.add(location);
  }

  /** Removes the copy of a store; who fetched from it has no source then. */
  void remove(int slot) {
    detach(slot);
    Location removed = bySlot.remove(slot);
    if (removed == null) {
      return;
    }
    free.remove(removed);
    for (Location reader : bySlot.values()) {
      if (reader.source() == slot) {
        reader.fetchFrom(View.NO_STORE);
      }
    }
  }

  /** From now on one copy is fetched from another; both exist. */
  void attach(int reader, int source) {
    detach(reader);
    Location granted = bySlot.get(source);
    bySlot.get(reader).fetchFrom(source);
    granted.addReaders(1);
    if (granted.readers() >= EGRESS) {
      free.remove(granted);
    }
  }

  /** A copy is not fetched any more: it is complete, or lost its source. */
  void detach(int reader) {
    Location location = bySlot.get(reader);
    if (location == null || location.source() == View.NO_STORE) {
      return;
    }
    Location source = bySlot.get(location.source());
    location.fetchFrom(View.NO_STORE);
    source.addReaders(-1);
    if (source.readers() < EGRESS) {
      free.add(source);
    }
  }

  boolean hasFree() {
    return !free.isEmpty();
  }

  /** Whether somewhere is a complete copy, or one that a living writer makes. */
  boolean isRooted() {
    return bySlot.values().stream()
        .anyMatch(location -> location.isComplete() || location.isOriginal());
  }

  /**
   * A complete original, then any complete copy, then an original that is being written, or null.
   */
  Location best() {
    Location best = null;
    for (Location location : bySlot.values()) {
      if (location.isComplete() && location.isOriginal()) {
        return location;
      }
      if (location.isComplete() || (location.isOriginal() && best == null)) {
        best = location;
      }
    }
    return best;
  }

  /**
   * A free copy to fetch from: a complete one, else the one that is nearest to its root; null if
   * all serve already.
   *
   * @param avoid a store that the asker does not reach, or {@link View#NO_STORE}
   */
  Location sourceFor(int asker, int avoid) {
    Location best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (Location location : free) {
      if (location.slot() == avoid || location.slot() == asker) {
        continue;
      }
      if (location.isComplete()) {
        return location;
      }
      int distance = distanceToRoot(location, asker);
      if (distance < bestDistance) {
        best = location;
        bestDistance = distance;
      }
    }
    return best;
  }

  /**
   * The fetches between a copy and its root; {@link Integer#MAX_VALUE} without root, or by way of
   * the asker.
   */
  private int distanceToRoot(Location from, int asker) {
    int distance = 0;
    Location location = from;
    while (!location.isComplete() && !location.isOriginal()) {
      if (location.source() == View.NO_STORE || location.source() == asker) {
        return Integer.MAX_VALUE;
      }
      location = bySlot.get(location.source());
      distance++;
    }
    return distance;
  }
}
