package io.starling.topology.machine;

import java.util.List;

/**
 * An object of a machine and everything inside it.
 *
 * @param type its type
 * @param logicalIndex its index among all objects of this type, from 0, in the order of their
 *     places
 * @param osIndex the operating system's number, or -1 if it has none; bindings use these numbers
 * @param cpus the PUs inside, by the operating system's numbers
 * @param bytes the size of a cache or the local memory of a NUMA node, 0 for everything else
 * @param children the objects inside it that contain processors, in logical order
 * @param memory the NUMA nodes attached to it; their processors are those of this object
 */
public record HardwareObject(
    HardwareType type,
    int logicalIndex,
    int osIndex,
    CpuSet cpus,
    long bytes,
    List<HardwareObject> children,
    List<HardwareObject> memory) {

  /** Copies the lists. */
  public HardwareObject {
    children = List.copyOf(children);
    memory = List.copyOf(memory);
  }

  @Override
  public String toString() {
    return type + " " + logicalIndex + " (cpus " + cpus + ")";
  }
}
