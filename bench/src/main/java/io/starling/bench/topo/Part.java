package io.starling.bench.topo;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import java.util.List;

/**
 * A box of the picture with what is in it, before anything has a place.
 *
 * @param level the level inside it: {@link Level#CORE} for a core, {@link Level#CLUSTER} for the
 *     whole, which has no border
 * @param caption the text at its foot; empty for cores and for the whole
 * @param parts the boxes inside it, none in a core
 * @param cpus the PUs of a core
 * @param ranks the ranks on a core
 * @param gpus those that are near to all of it and to no box inside it alone; none in a core
 */
record Part(
    Level level,
    String caption,
    List<Part> parts,
    CpuSet cpus,
    List<Integer> ranks,
    List<AssignedGpu> gpus) {

  Part {
    parts = List.copyOf(parts);
    ranks = List.copyOf(ranks);
    gpus = List.copyOf(gpus);
  }

  static Part frame(Level level, String caption, List<Part> parts, List<AssignedGpu> gpus) {
    return new Part(level, caption, parts, CpuSet.EMPTY, List.of(), gpus);
  }

  static Part core(CpuSet cpus, List<Integer> ranks) {
    return new Part(Level.CORE, "", List.of(), cpus, ranks, List.of());
  }

  boolean isCore() {
    return level == Level.CORE;
  }

  /** The most ranks that any core has. */
  int mostRanks() {
    return isCore() ? ranks.size() : parts.stream().mapToInt(Part::mostRanks).max().orElse(0);
  }

  /** How many cores there are in all. */
  int cores() {
    return isCore() ? 1 : parts.stream().mapToInt(Part::cores).sum();
  }
}
