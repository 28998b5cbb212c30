package io.starling.bench.topo;

import io.starling.topology.Level;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which pieces of the machines become boxes: nodes, packages and cores always; dies, groups, NUMA
 * nodes and caches of level 3 and up where there are several side by side.
 */
final class Parts {

  private final Residents residents;

  /** Those that no box has taken yet. */
  private final List<AssignedGpu> gpus;

  private Parts(Residents residents, List<AssignedGpu> gpus) {
    this.residents = residents;
    this.gpus = new ArrayList<>(gpus);
  }

  /** The whole, one box for each node in it. */
  static Part of(TopologyScene scene) {
    List<Part> nodes = new ArrayList<>();
    List<Machine> machines = scene.placement().cluster().nodes();
    for (int node = 0; node < machines.size(); node++) {
      Residents residents = new Residents(scene.placement().locations(), node);
      Parts parts = new Parts(residents, AssignedGpu.of(scene, node));
      nodes.add(parts.frame(Level.NODE, "node " + node, machines.get(node).root()));
    }
    return Part.frame(Level.CLUSTER, "", nodes, List.of());
  }

  private List<Part> inside(HardwareObject object) {
    List<Part> parts = new ArrayList<>();
    boolean several = object.children().size() > 1;
    for (HardwareObject child : object.children()) {
      if (child.type() == HardwareType.CORE || child.type() == HardwareType.PU) {
        parts.add(Part.core(child.cpus(), residents.on(child.cpus())));
      } else if (child.type() == HardwareType.PACKAGE || (several && isWorthABox(child))) {
        parts.add(frame(level(child), caption(child), child));
      } else {
        parts.addAll(inside(child));
      }
    }
    return parts;
  }

  /** Boxes inside take the GPUs near to them before this one does. */
  private Part frame(Level level, String caption, HardwareObject object) {
    List<Part> inside = inside(object);
    List<AssignedGpu> near =
        gpus.stream().filter(gpu -> object.cpus().containsAll(gpu.device().near())).toList();
    gpus.removeAll(near);
    return Part.frame(level, caption, inside, near);
  }

  private static boolean isWorthABox(HardwareObject object) {
    return switch (object.type()) {
      case DIE, GROUP, L5, L4, L3 -> true;
      case MACHINE, PACKAGE, NUMA, L2, L1, CORE, PU -> !object.memory().isEmpty();
    };
  }

  private static Level level(HardwareObject object) {
    if (object.type() == HardwareType.L3) {
      return Level.L3;
    }
    return object.type() != HardwareType.PACKAGE && !object.memory().isEmpty()
        ? Level.NUMA
        : Level.PACKAGE;
  }

  private static String caption(HardwareObject object) {
    if (object.type() != HardwareType.PACKAGE && object.memory().size() == 1) {
      return "NUMA " + object.memory().getFirst().logicalIndex();
    }
    String name = object.type().name();
    String readable = name.startsWith("L") ? name : name.toLowerCase(Locale.ROOT);
    return readable + " " + object.logicalIndex();
  }
}
