package io.starling.topology.placement;

import io.starling.topology.Affinity;
import io.starling.topology.Cluster;
import io.starling.topology.CpuSet;
import io.starling.topology.Machine;
import java.util.List;
import java.util.Optional;

/**
 * What of a cluster a job may use.
 *
 * @param cluster the machines
 * @param allowed the PUs that the job may use, by node
 * @param names what the nodes are called; none for machines that are elsewhere, or nowhere
 * @param slots how many ranks each node takes before the next is filled; none where each takes one
 *     for each core that the job may use
 */
public record Allotment(
    Cluster cluster, List<CpuSet> allowed, List<String> names, List<Integer> slots) {

  /** Copies the lists. */
  public Allotment {
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

  /** A slot for each core; {@code host} is what the one node calls itself. */
  public Allotment(Cluster cluster, List<CpuSet> allowed, Optional<String> host) {
    this(cluster, allowed, host.stream().toList(), List.of());
  }

  /** This machine, as far as {@code taskset}, a batch system or a container allows. */
  public static Allotment here(String host) {
    CpuSet allowed = Affinity.ofThisProcess();
    CpuSet known = Machine.here().cpus().and(allowed);
    // Where the environment makes hwloc pretend, the machine may have none of the real PUs.
    return known.isEmpty()
        ? new Allotment(Cluster.of(Machine.flat(allowed)), List.of(allowed), Optional.of(host))
        : new Allotment(Cluster.here(), List.of(known), Optional.of(host));
  }

  /** All of a cluster, which need not exist. */
  public static Allotment whole(Cluster cluster) {
    List<CpuSet> all = cluster.nodes().stream().map(Machine::cpus).toList();
    return new Allotment(cluster, all, Optional.empty());
  }

  /** The node's name in rankfiles and reports: the host's, or {@code +n2} for the third. */
  public String name(int node) {
    return names.isEmpty() ? "+n" + node : names.get(node);
  }

  /** How many ranks a node takes. */
  public int slots(int node) {
    return slots.isEmpty() ? cluster.nodes().get(node).slots(allowed.get(node)) : slots.get(node);
  }
}
