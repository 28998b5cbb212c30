package io.starling.topology.placement;

import io.starling.topology.Labels;
import io.starling.topology.Level;

/**
 * By which pieces of the cluster ranks are dealt out, or numbered: as cards are dealt, one to each
 * piece in turn.
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

  /** The level of the pieces. */
  public Level level() {
    return level;
  }

  /** The name in options, {@code node}. */
  public String label() {
    return Labels.of(this);
  }

  /**
   * The one with this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known
   */
  public static MapBy named(String label) {
    return Labels.find(MapBy.class, label);
  }
}
