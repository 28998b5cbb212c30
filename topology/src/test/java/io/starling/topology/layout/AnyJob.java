package io.starling.topology.layout;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
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
                locations(cluster)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(24)
                    .map(locations -> new Placement(cluster, numbered(locations), true, false)));
  }

  private static Arbitrary<RankLocation> locations(Cluster cluster) {
    Machine machine = cluster.nodes().get(0);
    return Combinators.combine(
            Arbitraries.integers().between(0, cluster.nodes().size() - 1), cpus(machine))
        .as((node, cpus) -> Jobs.location(0, node, cpus));
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

  private static List<RankLocation> numbered(List<RankLocation> locations) {
    return IntStream.range(0, locations.size())
        .mapToObj(
            rank -> Jobs.location(rank, locations.get(rank).node(), locations.get(rank).cpus()))
        .toList();
  }
}
