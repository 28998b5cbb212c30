package io.starling.topology.placement;

import io.starling.topology.Labels;
import io.starling.topology.Level;

/** Which PUs around the core that it was mapped to a rank may use. */
public enum BindTo {
  /** Those of the core. */
  CORE(Level.CORE),
  /** Those behind the core's level 3 cache. */
  L3(Level.L3),
  /** Those of the core's NUMA node. */
  NUMA(Level.NUMA),
  /** Those of the core's package. */
  PACKAGE(Level.PACKAGE),
  /** All that the job may use on the node: the rank is not bound. */
  NONE(Level.NODE);

  private final Level level;

  BindTo(Level level) {
    this.level = level;
  }

  /** The level of the piece within which the rank stays. */
  public Level level() {
    return level;
  }

  /** The name in options, {@code package}. */
  public String label() {
    return Labels.of(this);
  }

  /**
   * The one with this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the known
   */
  public static BindTo named(String label) {
    return Labels.find(BindTo.class, label);
  }
}
