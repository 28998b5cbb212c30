package io.starling.bench.topo;

import io.starling.bench.report.Units;
import io.starling.topology.Level;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.Placement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is to be shown: ranks on machines, and the tree along which they talk.
 *
 * @param placement the machines and the ranks on them; seats by rank
 * @param edges the tree, empty where only the placement matters; see {@link Edge} for the order
 * @param caption what the tree is, such as {@code broadcast tree from rank 0: node=chain}; empty
 *     where there is none
 * @param gpus which GPU each rank uses
 * @param hosts the racks of the nodes
 */
public record TopologyScene(
    Placement placement, List<Edge> edges, String caption, GpuAssignment gpus, HostGroups hosts) {

  /** Ranks without GPUs. */
  public TopologyScene(Placement placement, List<Edge> edges, String caption) {
    this(placement, edges, caption, GpuAssignment.NONE);
  }

  /** Nodes whose racks are not known. */
  public TopologyScene(Placement placement, List<Edge> edges, String caption, GpuAssignment gpus) {
    this(placement, edges, caption, gpus, HostGroups.NONE);
  }

  /**
   * Copies the edges and checks that they form a tree or several.
   *
   * @throws IllegalArgumentException if an edge names a rank that has no seat or a rank has two
   *     parents
   */
  public TopologyScene {
    edges = List.copyOf(edges);
    Set<Integer> children = new HashSet<>();
    for (Edge edge : edges) {
      if (Math.max(edge.from(), edge.to()) >= placement.locations().size()) {
        throw new IllegalArgumentException("a rank of " + edge + " has no seat");
      }
      if (!children.add(edge.to())) {
        throw new IllegalArgumentException("rank " + edge.to() + " has two parents");
      }
    }
  }

  int ranks() {
    return placement.locations().size();
  }

  /** The ranks that have children and no parent. */
  List<Integer> roots() {
    Set<Integer> children = new HashSet<>();
    edges.forEach(edge -> children.add(edge.to()));
    return edges.stream().map(Edge::from).filter(r -> !children.contains(r)).distinct().toList();
  }

  /** How many edges take each level, the slowest level first. */
  Map<Level, Integer> counts() {
    Map<Level, Integer> counts = new EnumMap<>(Level.class);
    edges.forEach(edge -> counts.merge(edge.level(), 1, Integer::sum));
    return counts;
  }

  /** {@code 32 ranks on 2 packages x 16 cores}. */
  String title() {
    return Units.count(ranks(), "rank") + " on " + machines();
  }

  private String machines() {
    List<Machine> nodes = placement.cluster().nodes();
    Set<String> shapes = new HashSet<>();
    nodes.forEach(node -> shapes.add(shape(node)));
    if (shapes.size() > 1) {
      return nodes.size() + " different nodes";
    }
    String shape = shapes.iterator().next();
    return nodes.size() == 1 ? shape : Units.count(nodes.size(), "node") + " x " + shape;
  }

  private static String shape(Machine machine) {
    String unit = machine.cores().isEmpty() ? "PU" : "core";
    int units = machine.cores().isEmpty() ? machine.pus().size() : machine.cores().size();
    int packages = machine.objects(HardwareType.PACKAGE).size();
    if (packages < 1 || units % packages != 0) {
      return Units.count(units, unit);
    }
    List<String> factors = new ArrayList<>(List.of(Units.count(packages, "package")));
    factors.add(Units.count(units / packages, unit));
    return String.join(" x ", factors);
  }
}
