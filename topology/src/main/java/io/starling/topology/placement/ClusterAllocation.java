package io.starling.topology.placement;

import io.starling.topology.machine.Affinity;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The part of a cluster that a job may use.
 *
 * @param cluster the machines
 * @param allowed the PUs that the job may use, by node
 * @param names the names of the nodes; empty for synthetic machines
 * @param slots how many ranks each node takes before the next is filled; empty for one per core
 *     that the job may use
 */
public record ClusterAllocation(
    Cluster cluster, List<CpuSet> allowed, List<String> names, List<Integer> slots) {

  /** Copies the lists. */
  public ClusterAllocation {
    allowed = List.copyOf(allowed);
    names = List.copyOf(names);
    slots = List.copyOf(slots);
    int nodes = cluster.nodes().size();
    if (allowed.size() != nodes) {
      throw new IllegalArgumentException(
          "%d nodes, but allowed PUs of %d".formatted(nodes, allowed.size()));
    }
    if (!fits(names, nodes) || !fits(slots, nodes)) {
      throw new IllegalArgumentException(
          "%d nodes, but names of %d and slots of %d".formatted(nodes, names.size(), slots.size()));
    }
  }

  private static boolean fits(List<?> list, int nodes) {
    return list.isEmpty() || list.size() == nodes;
  }

  /** A slot per core; {@code host} is the name of the only node. */
  public ClusterAllocation(Cluster cluster, List<CpuSet> allowed, Optional<String> host) {
    this(cluster, allowed, host.stream().toList(), List.of());
  }

  /** This machine, as far as {@code taskset}, a batch system or a container allows. */
  public static ClusterAllocation here(String host) {
    CpuSet allowed = Affinity.ofThisProcess();
    CpuSet known = Machine.here().cpus().and(allowed);
    // If the environment gives hwloc another machine, it may have none of the real PUs.
    return known.isEmpty()
        ? new ClusterAllocation(
            Cluster.of(Machine.flat(allowed)), List.of(allowed), Optional.of(host))
        : new ClusterAllocation(Cluster.here(), List.of(known), Optional.of(host));
  }

  /** A whole cluster, which may be synthetic. */
  public static ClusterAllocation whole(Cluster cluster) {
    List<CpuSet> all = cluster.nodes().stream().map(Machine::cpus).toList();
    return new ClusterAllocation(cluster, all, Optional.empty());
  }

  /**
   * The same nodes in another order.
   *
   * @param nodes for each place the node that takes it
   */
  public ClusterAllocation inOrder(int... nodes) {
    return new ClusterAllocation(
        new Cluster(picked(cluster.nodes(), nodes)),
        picked(allowed, nodes),
        picked(names, nodes),
        picked(slots, nodes));
  }

  private static <T> List<T> picked(List<T> list, int... nodes) {
    return list.isEmpty() ? list : Arrays.stream(nodes).mapToObj(list::get).toList();
  }

  /** The node's name in rankfiles and reports: the host's, or {@code +n2} for the third. */
  public String name(int node) {
    return names.isEmpty() ? "+n" + node : names.get(node);
  }

  /** The number of ranks that a node takes. */
  public int slots(int node) {
    return slots.isEmpty() ? cluster.nodes().get(node).slots(allowed.get(node)) : slots.get(node);
  }
}
