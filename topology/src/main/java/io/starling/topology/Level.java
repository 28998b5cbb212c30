package io.starling.topology;

import io.starling.topology.machine.Labels;

/**
 * A level of the hardware. The constants are in order, from the largest objects with the slowest
 * links to the smallest objects with the fastest links. Ranks that share an object of a level form
 * a group. Two ranks communicate over the link of the smallest level that they share.
 */
public enum Level {
  /** All nodes of the job, linked by a network. */
  CLUSTER,
  /** Racks that are near each other, such as those of a building or behind one switch. */
  ZONE,
  /** Nodes that are near each other, such as those of a rack or behind one switch. */
  RACK,
  /** A host with one operating system; a link such as UPI connects its packages. */
  NODE,
  /** A processor package, also called a socket. */
  PACKAGE,
  /** The processors that are local to one bank of memory. */
  NUMA,
  /** The cores that share a level 3 cache. */
  L3,
  /** One core with its hardware threads. */
  CORE;

  /**
   * The name of this level in options and tables.
   *
   * @return the name in lower case, such as {@code node}
   */
  public String label() {
    return Labels.of(this);
  }

  /**
   * The level with a name, as options give it.
   *
   * @param label {@code cluster}, {@code zone}, {@code rack}, {@code node}, {@code package}, {@code
   *     numa}, {@code l3} or {@code core}
   * @return the level
   * @throws IllegalArgumentException if the name is none of these; the message lists them
   */
  public static Level named(String label) {
    return Labels.find(Level.class, label);
  }
}
