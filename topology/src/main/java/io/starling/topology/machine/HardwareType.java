package io.starling.topology.machine;

import io.starling.topology.Level;

/** The types of the objects of a machine, outermost first. */
public enum HardwareType {
  /** One node, with one operating system. */
  MACHINE,
  /** A processor package (socket). */
  PACKAGE,
  /** A die inside a package. */
  DIE,
  /** An intermediate group without a specific name. */
  GROUP,
  /** A bank of memory with its local processors. */
  NUMA,
  /** Level 5 cache. */
  L5,
  /** Level 4 cache. */
  L4,
  /** Level 3 cache. */
  L3,
  /** Level 2 cache. */
  L2,
  /** Level 1 data (or unified) cache. */
  L1,
  /** A core, with one or more hardware threads. */
  CORE,
  /** A hardware thread, which the operating system calls a CPU. */
  PU;

  /**
   * The type of the objects of a level.
   *
   * @throws IllegalStateException if the level is larger than a machine
   */
  public static HardwareType of(Level level) {
    return switch (level) {
      case CLUSTER, ZONE, RACK ->
          throw new IllegalStateException(
              "a %s is not an object of a machine".formatted(level.label()));
      case NODE -> MACHINE;
      case PACKAGE -> PACKAGE;
      case NUMA -> NUMA;
      case L3 -> L3;
      case CORE -> CORE;
    };
  }
}
