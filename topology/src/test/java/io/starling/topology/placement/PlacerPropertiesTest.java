package io.starling.topology.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What every placement owes to its ranks, whatever the machines and the policies. */
class PlacerPropertiesTest {

  private static final List<Cluster> CLUSTERS =
      Stream.of(
              "package:2 l3:2 core:4 pu:2",
              "node:3 package:2 l3:1 core:4 pu:2",
              "package:2 [numa] [numa] l3:2 core:1 pu:3",
              "package:1 numa:2 l3:1 core:3 pu:2(indexes=core:pu)",
              "node:5 package:1 l3:1 core:1 pu:1")
          .map(Cluster::synthetic)
          .toList();

  /** A job on a cluster of which it may use a part. */
  record Job(ClusterAllocation allocation, int ranks, PlacementPolicy policy) {
    Placement place() {
      return Placer.place(allocation, ranks, policy);
    }

    int cores() {
      return IntStream.range(0, allocation.allowed().size())
          .map(n -> allocation.cluster().nodes().get(n).slots(allocation.allowed().get(n)))
          .sum();
    }

    Machine machine(RankLocation location) {
      return allocation.cluster().nodes().get(location.node());
    }
  }

  @Provide
  Arbitrary<Job> jobs() {
    return Combinators.combine(
            Arbitraries.of(CLUSTERS),
            Arbitraries.longs(),
            Arbitraries.integers().between(1, 60),
            Arbitraries.of(MapBy.class).optional(),
            Arbitraries.of(MapBy.class).optional(),
            Arbitraries.of(BindTo.class).optional())
        .as(
            (cluster, allowed, ranks, mapBy, rankBy, bindTo) ->
                new Job(
                    part(cluster, allowed),
                    ranks,
                    new PlacementPolicy(mapBy, rankBy, bindTo, Optional.empty())));
  }

  /** The bits say which PUs are allowed; a node has none, one or more. */
  private static ClusterAllocation part(Cluster cluster, long bits) {
    List<CpuSet> allowed =
        IntStream.range(0, cluster.nodes().size())
            .mapToObj(
                node ->
                    cluster.nodes().get(node).cpus().stream()
                        .filter(cpu -> (bits >>> (cpu + 5 * node) & 1) == 0)
                        .mapToObj(cpu -> CpuSet.range(cpu, cpu))
                        .reduce(CpuSet.EMPTY, CpuSet::or))
            .toList();
    return new ClusterAllocation(cluster, allowed, Optional.empty());
  }

  private static Placement placed(Job job) {
    Assume.that(job.cores() > 0);
    return job.place();
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void every_rank_has_one_seat(@ForAll("jobs") Job job) {
    assertThat(placed(job).locations())
        .extracting(RankLocation::rank)
        .containsExactlyElementsOf(IntStream.range(0, job.ranks()).boxed().toList());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_home_is_the_allowed_part_of_one_core(@ForAll("jobs") Job job) {
    for (RankLocation location : placed(job).locations()) {
      CpuSet allowed = job.allocation().allowed().get(location.node());
      assertThat(job.machine(location).cores())
          .extracting(core -> core.cpus().and(allowed))
          .contains(location.home());
      assertThat(location.home().isEmpty()).isFalse();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void no_core_has_two_ranks_while_another_is_free(@ForAll("jobs") Job job) {
    Placement placement = placed(job);
    Map<RankLocation, Long> ranksByCore =
        placement.locations().stream()
            .collect(
                Collectors.groupingBy(
                    location -> new RankLocation(0, location.node(), location.home(), CpuSet.EMPTY),
                    Collectors.counting()));
    int rounds = Math.ceilDiv(job.ranks(), job.cores());
    assertThat(ranksByCore.values()).allMatch(count -> count == rounds || count == rounds - 1);
    assertThat(ranksByCore).hasSize(Math.min(job.ranks(), job.cores()));
    assertThat(placement.oversubscribed()).isEqualTo(job.ranks() > job.cores());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void a_rank_may_use_its_home_and_no_more_than_its_piece(@ForAll("jobs") Job job) {
    Placement placement = placed(job);
    BindTo binding =
        job.policy().bindTo().orElse(placement.oversubscribed() ? BindTo.NONE : BindTo.CORE);
    assertThat(placement.bound()).isEqualTo(binding != BindTo.NONE);
    for (RankLocation location : placement.locations()) {
      CpuSet allowed = job.allocation().allowed().get(location.node());
      assertThat(location.cpus().and(location.home())).isEqualTo(location.home());
      assertThat(job.machine(location).objects(HardwareType.of(binding.level())))
          .extracting(HardwareObject::cpus)
          .extracting(allowed::and)
          .contains(location.cpus());
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void numbering_moves_no_seat(@ForAll("jobs") Job job) {
    PlacementPolicy policy = job.policy();
    Job mapped =
        new Job(
            job.allocation(),
            job.ranks(),
            new PlacementPolicy(
                policy.mapBy(), Optional.empty(), policy.bindTo(), Optional.empty()));
    assertThat(placed(job).locations())
        .extracting(RankLocation::node, RankLocation::home, RankLocation::cpus)
        .containsExactlyInAnyOrderElementsOf(
            placed(mapped).locations().stream()
                .map(s -> tuple(s.node(), s.home(), s.cpus()))
                .toList());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void neighbours_of_a_dealing_by_node_are_on_different_nodes_while_there_are_some(
      @ForAll("jobs") Job job) {
    Placement placement =
        placed(new Job(job.allocation(), job.ranks(), PlacementPolicy.NONE.mapBy(MapBy.NODE)));
    long usable = job.allocation().allowed().stream().filter(cpus -> !cpus.isEmpty()).count();
    assertThat(placement.locations().stream().map(RankLocation::node).limit(usable))
        .doesNotHaveDuplicates();
  }
}
