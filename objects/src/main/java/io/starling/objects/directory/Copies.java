package io.starling.objects.directory;

import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.View;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The copies of one object, and which store fetches which half from which (Hoplite, section 4.2).
 *
 * <pre>
 *   EVEN   original --> 4 --> 7 --> 2       a copy serves two halves at a time:
 *   ODD    original --> 4 --> 2 --> 7       free are here EVEN of 2 and ODD of 7
 * </pre>
 *
 * <p>Invariant: the edges of each half form a forest. A copy whose way up ends at a root, which is
 * an original or a complete copy, is rooted; only a rooted copy is granted, to a store that has no
 * way up: so never to one on its own way up.
 */
final class Copies {

  private final Map<Integer, Location> bySlot = new LinkedHashMap<>();

  /** The copies that serve less than they may, in the order in which they became free. */
  private final Set<Location> free = new LinkedHashSet<>();

  /** The stores that another one did not reach, and which were not heard since. */
  private final Set<Integer> missed = new HashSet<>();

  boolean isEmpty() {
    return bySlot.isEmpty();
  }

  Collection<Location> all() {
    return Collections.unmodifiableCollection(bySlot.values());
  }

  /** The copies that serve less than they may, in the order in which they became free. */
  Collection<Location> free() {
    return Collections.unmodifiableCollection(free);
  }

  /** The copy of a store, or null. */
  Location at(int slot) {
    return bySlot.get(slot);
  }

  /** Adds a copy without sources, in place of an earlier one of the same store. */
  void add(Location location) {
    remove(location.slot());
    bySlot.put(location.slot(), location);
    free.add(location);
  }

  /** Removes the copy of a store; who fetched from it has no source then. */
  void remove(int slot) {
    detach(slot, Lane.ALL);
    Location removed = bySlot.remove(slot);
    if (removed == null) {
      return;
    }
    free.remove(removed);
    missed.remove(slot);
    for (Location reader : bySlot.values()) {
      for (Lane half : Lane.HALVES) {
        if (reader.source(half) == slot) {
          reader.fetchFrom(half, View.NO_STORE);
        }
      }
    }
  }

  /** From now on half of a copy is fetched from another one. */
  void attach(Location reader, Location source, Lane half) {
    detach(reader.slot(), half);
    reader.fetchFrom(half, source.slot());
    source.addReaders(half, 1);
    if (source.readers() >= Location.EGRESS) {
      free.remove(source);
    }
  }

  /** A lane of a copy is not fetched any more: the copy is complete, or lost a source. */
  void detach(int slot, Lane lane) {
    Location reader = bySlot.get(slot);
    for (Lane half : Lane.HALVES) {
      if (reader != null && lane.has(half) && reader.source(half) != View.NO_STORE) {
        Location source = bySlot.get(reader.source(half));
        reader.fetchFrom(half, View.NO_STORE);
        source.addReaders(half, -1);
        if (source.readers() < Location.EGRESS) {
          free.add(source);
        }
      }
    }
  }

  /** A store was not reached by another: it may be dead, and does not fetch any more then. */
  void miss(int slot) {
    if (bySlot.containsKey(slot)) {
      missed.add(slot);
    }
  }

  /** A store asks: it lives. */
  void hear(int slot) {
    missed.remove(slot);
  }

  /** Whether the store of a copy may be dead. */
  boolean isMissed(Location copy) {
    return missed.contains(copy.slot());
  }

  /** How many halves are fetched from a copy, by stores that are not missed. */
  int load(Location copy) {
    int load = copy.readers();
    for (int slot : missed) {
      for (Lane half : Lane.HALVES) {
        load -= bySlot.get(slot).source(half) == copy.slot() ? 1 : 0;
      }
    }
    return load;
  }

  /** Those who fetch a half from a copy and are not missed. */
  List<Location> readers(Location source, Lane half) {
    return bySlot.values().stream()
        .filter(copy -> copy.source(half) == source.slot() && !isMissed(copy))
        .toList();
  }

  /** Whether somewhere is a complete copy, or one that a living writer makes. */
  boolean isRooted() {
    return bySlot.values().stream().anyMatch(Location::isRoot);
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

  /** The last copy on the way up in a half: its root, or one without a source. */
  Location top(Location from, Lane half) {
    Location top = from;
    while (!top.isRoot() && top.source(half) != View.NO_STORE) {
      top = bySlot.get(top.source(half));
    }
    return top;
  }

  /** Whether a copy is another one, or gets a half through it. */
  boolean isBehind(Location copy, Location other, Lane half) {
    Location location = copy;
    while (location != other && !location.isRoot() && location.source(half) != View.NO_STORE) {
      location = bySlot.get(location.source(half));
    }
    return location == other;
  }

  /** The fetches between a copy and its root in a half; -1 without root. */
  int depth(Location from, Lane half) {
    int depth = 0;
    Location location = from;
    while (!location.isRoot()) {
      if (location.source(half) == View.NO_STORE) {
        return -1;
      }
      location = bySlot.get(location.source(half));
      depth++;
    }
    return depth;
  }
}
