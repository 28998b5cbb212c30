package io.starling.bench.topo;

import io.starling.topology.Cluster;
import io.starling.topology.CpuSet;
import io.starling.topology.HardwareObject;
import io.starling.topology.HardwareType;
import io.starling.topology.Level;
import io.starling.topology.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Seat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * STAND-IN until the launcher's placement options and the collectives' topology tree are there:
 * ranks core by core, node by node, and again from the start where there are more; one chain a
 * level, glued at the lowest rank of a group, at the root in its own.
 */
final class StandIn {

  private StandIn() {}

  /** Ranks by slot, or by node where they go round. */
  static Placement place(Cluster cluster, int ranks, boolean byNode) {
    List<Seat> slots = new ArrayList<>();
    for (int node = 0; node < cluster.nodes().size(); node++) {
      Machine machine = cluster.nodes().get(node);
      for (HardwareObject core : machine.cores().isEmpty() ? machine.pus() : machine.cores()) {
        slots.add(new Seat(slots.size(), node, core.cpus(), core.cpus()));
      }
    }
    int nodes = cluster.nodes().size();
    int share = slots.size() / nodes;
    List<Seat> seats = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int slot = rank % slots.size();
      Seat seat = slots.get(byNode ? slot % nodes * share + slot / nodes : slot);
      seats.add(new Seat(rank, seat.node(), seat.home(), seat.cpus()));
    }
    return new Placement(cluster, seats, true, ranks > slots.size());
  }

  static List<Edge> tree(Placement placement, int root, String shape) {
    List<Integer> ranks = new ArrayList<>(placement.seats().stream().map(Seat::rank).toList());
    if (!ranks.remove(Integer.valueOf(root))) {
      return List.of();
    }
    ranks.addFirst(root);
    List<Edge> edges = new ArrayList<>();
    if (shape.startsWith("plain-")) {
      for (int i = 1; i < ranks.size(); i++) {
        int from = ranks.get(parent(shape.substring("plain-".length()), i));
        edges.add(new Edge(from, ranks.get(i), between(placement, from, ranks.get(i))));
      }
      return edges;
    }
    glue(placement, ranks, Level.CLUSTER, shape, edges);
    return edges;
  }

  private static void glue(
      Placement placement, List<Integer> ranks, Level level, String shape, List<Edge> edges) {
    Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
    for (int rank : ranks) {
      int key = level == Level.CORE ? rank : group(placement, rank, level);
      groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(rank);
    }
    Collection<List<Integer>> inside = groups.values();
    List<Integer> leaders = inside.stream().map(List::getFirst).toList();
    for (int i = 1; i < leaders.size(); i++) {
      edges.add(new Edge(leaders.get(parent(shape, i)), leaders.get(i), level));
    }
    if (level != Level.CORE) {
      Level next = Level.values()[level.ordinal() + 1];
      inside.forEach(group -> glue(placement, group, next, shape, edges));
    }
  }

  private static Level between(Placement placement, int one, int other) {
    Level level = Level.CLUSTER;
    while (level != Level.CORE && group(placement, one, level) == group(placement, other, level)) {
      level = Level.values()[level.ordinal() + 1];
    }
    return level;
  }

  private static int parent(String shape, int child) {
    return switch (shape) {
      case "flat" -> 0;
      case "binary" -> (child - 1) / 2;
      case "binomial" -> child - Integer.lowestOneBit(child);
      default -> child - 1;
    };
  }

  /** The object of the level below that a rank belongs to. */
  private static int group(Placement placement, int rank, Level level) {
    Seat seat = placement.seats().get(rank);
    Level below = Level.values()[level.ordinal() + 1];
    if (below == Level.NODE) {
      return seat.node();
    }
    HardwareType type = below.hardware();
    CpuSet home = seat.home();
    return placement.cluster().nodes().get(seat.node()).objects(type).stream()
        .filter(object -> object.cpus().intersects(home))
        .mapToInt(HardwareObject::logicalIndex)
        .findFirst()
        .orElse(0);
  }
}
