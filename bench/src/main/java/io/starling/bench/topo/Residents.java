package io.starling.bench.topo;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.placement.RankLocation;
import java.util.List;

/** The ranks on a node. */
final class Residents {

  private final List<RankLocation> seats;

  Residents(List<RankLocation> all, int node) {
    seats = all.stream().filter(seat -> seat.node() == node).toList();
  }

  /** Those on a core; a rank whose home is several cores is on the first. */
  List<Integer> on(CpuSet core) {
    return seats.stream()
        .filter(seat -> core.contains(seat.home().stream().findFirst().orElse(-1)))
        .map(RankLocation::rank)
        .toList();
  }
}
