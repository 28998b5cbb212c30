package io.starling.topology;

import java.util.List;

/**
 * A piece of a machine and all that is inside it.
 *
 * @param type what it is
 * @param logicalIndex its place among all pieces of this type, from 0, neighbours side by side
 * @param osIndex the operating system's number, or -1 where it has none; binding a process takes
 *     these
 * @param cpus the PUs inside, by the operating system's numbers
 * @param bytes the size of a cache or the local memory of a NUMA node, 0 for everything else
 * @param children the pieces inside it that hold processors, in logical order
 * @param memory the NUMA nodes attached to it; their processors are this piece's own
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
