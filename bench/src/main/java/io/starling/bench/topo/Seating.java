package io.starling.bench.topo;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.util.List;

/** Where ranks sit, in the words of a person. */
record Seating(Placement placement) {
  /** The node of a rank. */
  int node(int rank) {
    return seat(rank).node();
  }

  /**
   * The piece of this type that holds the first PU of the rank's home, by its logical index; -1
   * where the machine has no such pieces.
   */
  int index(int rank, HardwareType type) {
    CpuSet first = first(seat(rank).home());
    return machine(rank).objects(type).stream()
        .filter(object -> object.cpus().intersects(first))
        .mapToInt(HardwareObject::logicalIndex)
        .findFirst()
        .orElse(-1);
  }

  /** {@code node 1, package 0, core 3}; without the package where the machine knows none. */
  String describe(int rank) {
    return enclosure(rank) + ", " + unit(rank) + " " + unitIndex(rank);
  }

  /** {@code node 1, package 0, cores 1-3}; where they share no package, what they do share. */
  String describe(List<Integer> ranks) {
    int first = ranks.getFirst();
    if (ranks.size() == 1) {
      return describe(first);
    }
    if (ranks.stream().allMatch(rank -> enclosure(rank).equals(enclosure(first)))) {
      List<Integer> units = ranks.stream().map(this::unitIndex).distinct().toList();
      return enclosure(first)
          + (units.size() == 1 ? ", " + unit(first) + " " : ", " + unit(first) + "s ")
          + NumberRanges.of(units);
    }
    List<Integer> nodes = ranks.stream().map(this::node).distinct().toList();
    return (nodes.size() == 1 ? "node " : "nodes ") + NumberRanges.of(nodes);
  }

  private String enclosure(int rank) {
    int index = index(rank, HardwareType.PACKAGE);
    return "node " + node(rank) + (index < 0 ? "" : ", package " + index);
  }

  private String unit(int rank) {
    return machine(rank).cores().isEmpty() ? "PU" : "core";
  }

  private int unitIndex(int rank) {
    return index(rank, machine(rank).cores().isEmpty() ? HardwareType.PU : HardwareType.CORE);
  }

  private Machine machine(int rank) {
    return placement.cluster().nodes().get(node(rank));
  }

  private RankLocation seat(int rank) {
    return placement.locations().get(rank);
  }

  private static CpuSet first(CpuSet home) {
    int cpu =
        home.stream()
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("a seat without a home"));
    return CpuSet.range(cpu, cpu);
  }
}
