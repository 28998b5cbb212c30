package io.starling.topology.placement;

import io.starling.topology.Level;
import io.starling.topology.machine.Labels;

/** The PUs that a rank may use around the core to which it was mapped. */
public enum BindTo {
  /** The PUs of the core. */
  CORE(Level.CORE),
  /** The PUs that share the core's level 3 cache. */
  L3(Level.L3),
  /** The PUs of the core's NUMA node. */
  NUMA(Level.NUMA),
  /** The PUs of the core's package. */
  PACKAGE(Level.PACKAGE),
  /** All PUs that the job may use on the node: the rank is not bound. */
  NONE(Level.NODE);

  private final Level level;

  BindTo(Level level) {
    this.level = level;
  }

  /** The level of the object to which the rank is bound. */
  public Level level() {
    return level;
  }

  /** The name in options, {@code package}. */
  public String label() {
    return Labels.of(this);
  }

  /**
   * The value with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  public static BindTo named(String label) {
    return Labels.find(BindTo.class, label);
  }
}
