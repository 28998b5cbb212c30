package io.starling.topology.layout;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.PlacementPolicy;
import io.starling.topology.placement.Placer;
import io.starling.topology.placement.RankLocation;
import java.util.stream.IntStream;

/** Jobs on machines that need not exist. */
final class Jobs {

  private Jobs() {}

  /** Ranks with a core each. */
  static LayoutBuilder job(String machines, int ranks, MapBy mapBy) {
    return job(machines, ranks, mapBy, BindTo.CORE);
  }

  /** Ranks that may use a larger piece than the core that they were mapped to. */
  static LayoutBuilder job(String machines, int ranks, MapBy mapBy, BindTo bindTo) {
    ClusterAllocation all = ClusterAllocation.whole(Cluster.synthetic(machines));
    return new LayoutBuilder(
        Placer.place(all, ranks, PlacementPolicy.NONE.mapBy(mapBy).bindTo(bindTo)));
  }

  /** One rank for each list of PUs, all on one node. */
  static LayoutBuilder ranksOn(String machine, String... cpus) {
    return new LayoutBuilder(
        new Placement(
            Cluster.synthetic(machine),
            IntStream.range(0, cpus.length)
                .mapToObj(rank -> location(rank, 0, CpuSet.parse(cpus[rank])))
                .toList(),
            true,
            false));
  }

  static RankLocation location(int rank, int node, CpuSet cpus) {
    return new RankLocation(rank, node, cpus, cpus);
  }
}
