package io.starling.topology;

/**
 * How near to each other ranks are, from the slowest lane to the fastest. Ranks form a group of a
 * level where they share an object of it; what passes between two ranks of a group, and of no
 * smaller group, takes the lane of that level.
 */
public enum Level {
  /** All nodes together: between them lies a network. */
  CLUSTER,
  /** What one operating system runs on: between its packages lies a link such as UPI. */
  NODE,
  /** A processor package (socket). */
  PACKAGE,
  /** The processors next to a bank of memory. */
  NUMA,
  /** The cores behind a level 3 cache. */
  L3,
  /** The hardware threads of a core. */
  CORE;

  /** The name in options and tables, {@code node}. */
  public String label() {
    return Labels.of(this);
  }

  /**
   * The level with this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all
   */
  public static Level named(String label) {
    return Labels.find(Level.class, label);
  }

  /**
   * The pieces of a machine that make up this level; a {@link #CLUSTER} is no piece of a machine.
   */
  public HardwareType hardware() {
    return switch (this) {
      case CLUSTER -> throw new IllegalStateException("a cluster is no piece of a machine");
      case NODE -> HardwareType.MACHINE;
      case PACKAGE -> HardwareType.PACKAGE;
      case NUMA -> HardwareType.NUMA;
      case L3 -> HardwareType.L3;
      case CORE -> HardwareType.CORE;
    };
  }
}
