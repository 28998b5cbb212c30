package io.starling.topology;

/** What a piece of a machine is, from the outside in. */
public enum HardwareType {
  /** One node: what one operating system runs on. */
  MACHINE,
  /** A processor package (socket). */
  PACKAGE,
  /** A die inside a package. */
  DIE,
  /** Something in between that has no name of its own. */
  GROUP,
  /** A bank of memory with processors near it. */
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
  /** A hardware thread: what the operating system calls a CPU. */
  PU
}
