package io.starling.topology.placement;

import io.starling.topology.Level;
import io.starling.topology.machine.Labels;

/**
 * The objects of the cluster over which ranks are distributed, or by which they are numbered: one
 * to each object in turn.
 */
public enum MapBy {
  /** Core after core, node after node: the same as {@link #SLOT}. */
  CORE(Level.CORE),
  /** One to each level 3 cache in turn. */
  L3(Level.L3),
  /** One to each NUMA node in turn. */
  NUMA(Level.NUMA),
  /** One to each package in turn. */
  PACKAGE(Level.PACKAGE),
  /** One to each node in turn. */
  NODE(Level.NODE),
  /** Core after core, node after node; a slot is a core that the job may use. */
  SLOT(Level.CORE);

  private final Level level;

  MapBy(Level level) {
    this.level = level;
  }

  /** The level of the objects. */
  public Level level() {
    return level;
  }

  /** The name in options, {@code node}. */
  public String label() {
    return Labels.of(this);
  }

  /**
   * The value with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static MapBy named(String label) {
    return Labels.find(MapBy.class, label);
  }
}
