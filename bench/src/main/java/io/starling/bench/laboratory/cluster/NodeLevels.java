package io.starling.bench.laboratory.cluster;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the levels of a node divide its cores. */
final class NodeLevels {

  private static final List<Level> INSIDE_OUT =
      List.of(Level.CORE, Level.L3, Level.NUMA, Level.PACKAGE, Level.NODE);

  /** From the inside out. */
  static final List<String> NAMES = INSIDE_OUT.stream().map(Level::label).toList();

  private final Machine node;
  private final List<HardwareObject> cores;

  NodeLevels(Machine node) {
    this.node = node;
    cores = node.cores().isEmpty() ? node.pus() : node.cores();
  }

  /** Of each core, in which object of a level it is; null where some are in none. */
  int[] ofCores(String name) {
    if (name.equals(Level.CORE.label())) {
      return IntStream.range(0, cores.size()).toArray();
    }
    List<CpuSet> objects =
        node.objects(HardwareType.of(Level.named(name))).stream()
            .map(HardwareObject::cpus)
            .toList();
    int[] found = cores.stream().mapToInt(core -> indexOf(core.cpus(), objects)).toArray();
    return Arrays.stream(found).anyMatch(index -> index < 0) ? null : found;
  }

  private static int indexOf(CpuSet core, List<CpuSet> objects) {
    return IntStream.range(0, objects.size())
        .filter(index -> objects.get(index).containsAll(core))
        .findFirst()
        .orElse(-1);
  }

  /** The levels that the node has. */
  String known() {
    return NAMES.stream().filter(name -> ofCores(name) != null).collect(Collectors.joining(", "));
  }

  /** Whether cores that share an inner object always share an outer one. */
  static boolean nest(int[] inner, int[] outer) {
    Map<Integer, Integer> outerOf = new HashMap<>();
    return IntStream.range(0, inner.length)
        .allMatch(
            core -> outerOf.merge(inner[core], outer[core], (known, _) -> known) == outer[core]);
  }
}
