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
 * @param host what the one node calls itself; empty for machines that are elsewhere, or nowhere
 */
public record Allotment(Cluster cluster, List<CpuSet> allowed, Optional<String> host) {

  /** Copies the list. */
  public Allotment {
    allowed = List.copyOf(allowed);
    if (allowed.size() != cluster.nodes().size()) {
      throw new IllegalArgumentException(
          "%d nodes, but allowed PUs of %d".formatted(cluster.nodes().size(), allowed.size()));
    }
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
    return host.orElse("+n" + node);
  }
}
