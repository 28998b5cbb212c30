package io.starling.topology.layout;

import io.starling.topology.Cluster;
import io.starling.topology.CpuSet;
import io.starling.topology.HardwareObject;
import io.starling.topology.HardwareType;
import io.starling.topology.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.Seat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;
import net.jqwik.api.Combinators;

/**
 * Up to 24 ranks anywhere on a few nodes, each confined to a piece of any kind, to two cores that
 * need not be neighbours, or to nothing that is known. Some cores have several ranks, some none.
 */
final class AnyJob implements ArbitrarySupplier<Placement> {

  private static final List<Cluster> CLUSTERS =
      Stream.of(
              "package:1 core:1 pu:2",
              "package:2 numa:1 l3:1 core:3 pu:2",
              "package:2 numa:2 l3:2 core:2 pu:1",
              "package:1 l3:1 numa:2 core:2 pu:1",
              "node:3 package:2 l3:2 core:2 pu:1",
              "node:7 package:1 core:2 pu:1")
          .map(Cluster::synthetic)
          .toList();

  private static final List<HardwareType> PIECES =
      List.of(
          HardwareType.MACHINE,
          HardwareType.PACKAGE,
          HardwareType.NUMA,
          HardwareType.L3,
          HardwareType.CORE,
          HardwareType.CORE);

  @Override
  public Arbitrary<Placement> get() {
    return Arbitraries.of(CLUSTERS)
        .flatMap(
            cluster ->
                seats(cluster)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(24)
                    .map(seats -> new Placement(cluster, numbered(seats), true, false)));
  }

  private static Arbitrary<Seat> seats(Cluster cluster) {
    Machine machine = cluster.nodes().get(0);
    return Combinators.combine(
            Arbitraries.integers().between(0, cluster.nodes().size() - 1), cpus(machine))
        .as((node, cpus) -> Jobs.seat(0, node, cpus));
  }

  private static Arbitrary<CpuSet> cpus(Machine machine) {
    List<CpuSet> pieces =
        PIECES.stream()
            .flatMap(type -> machine.objects(type).stream())
            .map(HardwareObject::cpus)
            .toList();
    Arbitrary<CpuSet> piece = Arbitraries.of(pieces);
    Arbitrary<CpuSet> core = Arbitraries.of(machine.cores()).map(HardwareObject::cpus);
    return Arbitraries.oneOf(
        piece,
        piece,
        piece,
        Combinators.combine(core, core).as(CpuSet::or),
        Arbitraries.of(CpuSet.EMPTY));
  }

  private static List<Seat> numbered(List<Seat> seats) {
    return IntStream.range(0, seats.size())
        .mapToObj(rank -> Jobs.seat(rank, seats.get(rank).node(), seats.get(rank).cpus()))
        .toList();
  }
}
