package io.starling.topology.layout;

import io.starling.topology.Cluster;
import io.starling.topology.CpuSet;
import io.starling.topology.placement.Allotment;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Placer;
import io.starling.topology.placement.Seat;
import io.starling.topology.placement.Wishes;
import java.util.stream.IntStream;

/** Jobs on machines that need not exist. */
final class Jobs {

  private Jobs() {}

  /** Ranks with a core each. */
  static Survey job(String machines, int ranks, MapBy mapBy) {
    return job(machines, ranks, mapBy, BindTo.CORE);
  }

  /** Ranks that may use a larger piece than the core that they were mapped to. */
  static Survey job(String machines, int ranks, MapBy mapBy, BindTo bindTo) {
    Allotment all = Allotment.whole(Cluster.synthetic(machines));
    return new Survey(Placer.place(all, ranks, Wishes.NONE.mapBy(mapBy).bindTo(bindTo)));
  }

  /** One rank for each list of PUs, all on one node. */
  static Survey ranksOn(String machine, String... cpus) {
    return new Survey(
        new Placement(
            Cluster.synthetic(machine),
            IntStream.range(0, cpus.length)
                .mapToObj(rank -> seat(rank, 0, CpuSet.parse(cpus[rank])))
                .toList(),
            true,
            false));
  }

  static Seat seat(int rank, int node, CpuSet cpus) {
    return new Seat(rank, node, cpus, cpus);
  }
}
