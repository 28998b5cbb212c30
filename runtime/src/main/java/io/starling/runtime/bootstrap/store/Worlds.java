package io.starling.runtime.bootstrap.store;

import java.util.BitSet;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The worlds of a job: the ranks that it began with, and each group of ranks that was started
 * later. For one thread.
 */
final class Worlds {

  /** The ranks from {@code first} on. */
  record World(int first, int size) {

    BitSet ranks() {
      BitSet ranks = new BitSet();
      ranks.set(first, first + size);
      return ranks;
    }
  }

  private final NavigableMap<Integer, World> worlds = new TreeMap<>();
  private final BitSet ranks = new BitSet();

  /** The world of a job that begins. */
  Worlds(int size) {
    add(0, size);
  }

  void add(int first, int size) {
    World world = new World(first, size);
    worlds.put(first, world);
    ranks.or(world.ranks());
  }

  /** All ranks that the job has or had. */
  BitSet ranks() {
    return ranks;
  }

  /** The world of a rank, or null if the job does not have it. */
  World of(int rank) {
    return ranks.get(rank) ? worlds.floorEntry(rank).getValue() : null;
  }
}
