package io.starling.topology.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PlacerTest {

  private static final String THREE_NODES = "node:3 package:2 core:4 pu:2";

  private static Placement place(String cluster, int ranks, PlacementPolicy policy) {
    return Placer.place(ClusterAllocation.whole(Cluster.synthetic(cluster)), ranks, policy);
  }

  private static Placement place(
      Machine machine, String allowed, int ranks, PlacementPolicy policy) {
    ClusterAllocation part =
        new ClusterAllocation(
            Cluster.of(machine), List.of(CpuSet.parse(allowed)), Optional.of("here"));
    return Placer.place(part, ranks, policy);
  }

  /** The home of each rank as {@code node:PUs}. */
  private static String homes(Placement placement) {
    return placement.locations().stream()
        .map(location -> location.node() + ":" + location.home())
        .collect(Collectors.joining(" "));
  }

  private static String reaches(Placement placement) {
    return placement.locations().stream()
        .map(location -> location.node() + ":" + location.cpus())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "slot,    0:0-1 0:2-3 0:4-5 0:6-7 0:8-9 0:10-11 0:12-13 0:14-15 1:0-1 1:2-3",
    "core,    0:0-1 0:2-3 0:4-5 0:6-7 0:8-9 0:10-11 0:12-13 0:14-15 1:0-1 1:2-3",
    "package, 0:0-1 0:8-9 0:2-3 0:10-11 0:4-5 0:12-13 0:6-7 0:14-15 1:0-1 1:8-9",
    "numa,    0:0-1 0:2-3 0:4-5 0:6-7 0:8-9 0:10-11 0:12-13 0:14-15 1:0-1 1:2-3",
    "node,    0:0-1 1:0-1 2:0-1 0:2-3 1:2-3 2:2-3 0:4-5 1:4-5 2:4-5 0:6-7"
  })
  void ten_ranks_are_dealt_to_three_nodes(String mapBy, String homes) {
    assertThat(homes(place(THREE_NODES, 10, PlacementPolicy.NONE.mapBy(MapBy.named(mapBy)))))
        .isEqualTo(homes);
  }

  @ParameterizedTest
  @CsvSource({
    "slot,    0:0-1 0:2-3 0:4-5 1:0-1 1:2-3 1:4-5 2:0-1 2:2-3",
    "core,    0:0-1 0:2-3 0:4-5 1:0-1 1:2-3 1:4-5 2:0-1 2:2-3",
    "package, 0:0-1 1:0-1 2:0-1 0:2-3 1:2-3 2:2-3 0:4-5 1:4-5",
    "node,    0:0-1 1:0-1 2:0-1 0:2-3 1:2-3 2:2-3 0:4-5 1:4-5"
  })
  void the_same_seats_are_numbered_in_another_order(String rankBy, String homes) {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.NODE).rankBy(MapBy.named(rankBy));
    assertThat(homes(place(THREE_NODES, 8, policy))).isEqualTo(homes);
  }

  @ParameterizedTest
  @CsvSource({
    "core,    0:0-7 1:0-7 0:8-15",
    "package, 0:0-7 1:0-7 0:8-15",
    "numa,    0:0-15 1:0-15 0:0-15",
    "none,    0:0-15 1:0-15 0:0-15"
  })
  void a_rank_stays_in_the_piece_around_its_core(String bindTo, String reaches) {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.NODE).bindTo(BindTo.named(bindTo));
    Placement placement = place("node:2 package:2 core:1 pu:8", 3, policy);
    assertThat(reaches(placement)).isEqualTo(reaches);
    assertThat(placement.bound()).isEqualTo(!bindTo.equals("none"));
  }

  private static String homesWithSlots(int ranks, String mapBy, Integer... slots) {
    Cluster two = Cluster.synthetic("node:2 core:4 pu:1");
    ClusterAllocation whole = ClusterAllocation.whole(two);
    ClusterAllocation named =
        new ClusterAllocation(two, whole.allowed(), List.of("a", "b"), List.of(slots));
    return homes(Placer.place(named, ranks, PlacementPolicy.NONE.mapBy(MapBy.named(mapBy))));
  }

  @ParameterizedTest
  @CsvSource({
    "3, slot, 2, 4, 0:0 0:1 1:0",
    "3, node, 2, 4, 0:0 1:0 0:1",
    "5, node, 1, 4, 0:0 1:0 1:1 1:2 1:3",
    "6, slot, 6, 1, 0:0 0:1 0:2 0:3 0:0 0:1",
    "4, slot, 1, 1, 0:0 0:1 1:0 1:1",
    "6, slot, 2, 1, 0:0 0:1 0:2 0:3 1:0 1:1"
  })
  void a_node_takes_as_many_ranks_as_it_has_slots_and_then_as_many_times_more(
      int ranks, String mapBy, int first, int second, String homes) {
    assertThat(homesWithSlots(ranks, mapBy, first, second)).isEqualTo(homes);
  }

  @Test
  void ranks_that_share_a_core_of_a_node_with_many_slots_are_oversubscribed() {
    Cluster one = Cluster.synthetic("core:2 pu:1");
    List<CpuSet> all = ClusterAllocation.whole(one).allowed();
    ClusterAllocation named = new ClusterAllocation(one, all, List.of("a"), List.of(4));
    assertThat(Placer.place(named, 2, PlacementPolicy.NONE).oversubscribed()).isFalse();
    assertThat(Placer.place(named, 3, PlacementPolicy.NONE).oversubscribed()).isTrue();
  }

  @Test
  void a_full_piece_is_passed_over() {
    Machine machine = Machine.synthetic("package:2 core:3 pu:1");
    assertThat(homes(place(machine, "0-3", 4, PlacementPolicy.NONE.mapBy(MapBy.PACKAGE))))
        .isEqualTo("0:0 0:3 0:1 0:2");
  }

  @Test
  void only_allowed_pus_count() {
    Machine machine = Machine.synthetic("package:2 core:2 pu:2");
    Placement placement = place(machine, "1,4-6", 3, PlacementPolicy.NONE.bindTo(BindTo.PACKAGE));
    assertThat(homes(placement)).isEqualTo("0:1 0:4-5 0:6");
    assertThat(reaches(placement)).isEqualTo("0:1 0:4-6 0:4-6");
    assertThat(placement.oversubscribed()).isFalse();
    assertThat(place(machine, "1,4-6", 4, PlacementPolicy.NONE).oversubscribed()).isTrue();
  }

  @Test
  void more_ranks_than_cores_begin_again_and_are_not_bound_unless_asked_for() {
    Placement placement = place("node:2 core:2 pu:1", 5, PlacementPolicy.NONE);
    assertThat(homes(placement)).isEqualTo("0:0 0:1 1:0 1:1 0:0");
    assertThat(reaches(placement)).isEqualTo("0:0-1 0:0-1 1:0-1 1:0-1 0:0-1");
    assertThat(placement.oversubscribed()).isTrue();
    assertThat(placement.bound()).isFalse();

    Placement asked = place("node:2 core:2 pu:1", 5, PlacementPolicy.NONE.bindTo(BindTo.CORE));
    assertThat(reaches(asked)).isEqualTo("0:0 0:1 1:0 1:1 0:0");
    assertThat(asked.bound()).isTrue();
  }

  @Test
  void ranks_with_a_core_each_are_bound_by_default() {
    Placement placement = place("core:2 pu:2", 2, PlacementPolicy.NONE);
    assertThat(reaches(placement)).isEqualTo("0:0-1 0:2-3");
    assertThat(placement.bound()).isTrue();
    assertThat(placement.oversubscribed()).isFalse();
  }

  @Test
  void a_pu_counts_as_a_core_where_cores_are_unknown() {
    assertThat(homes(place("pu:3", 3, PlacementPolicy.NONE))).isEqualTo("0:0 0:1 0:2");
  }

  @Test
  void two_kinds_of_memory_for_the_same_cores_are_one_numa_node() {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.NUMA).bindTo(BindTo.NUMA);
    Placement placement = place("package:2 [numa] [numa] core:2 pu:1", 4, policy);
    assertThat(homes(placement)).isEqualTo("0:0 0:2 0:1 0:3");
    assertThat(reaches(placement)).isEqualTo("0:0-1 0:2-3 0:0-1 0:2-3");
  }

  @Test
  void the_smallest_numa_node_around_a_core_is_its_own() {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.NUMA).bindTo(BindTo.NUMA);
    Placement placement = place("package:1 [numa] group:2 [numa] core:2 pu:1", 4, policy);
    assertThat(homes(placement)).isEqualTo("0:0 0:2 0:1 0:3");
    assertThat(reaches(placement)).isEqualTo("0:0-1 0:2-3 0:0-1 0:2-3");
  }

  @Test
  void memory_without_cores_is_no_numa_node_to_run_on(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("machine.xml");
    Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE topology SYSTEM "hwloc2.dtd">
        <topology version="2.0">
          <object type="Machine" os_index="0" gp_index="1"
              cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3"
              nodeset="0x3" complete_nodeset="0x3" allowed_nodeset="0x3">
            <object type="NUMANode" os_index="0" gp_index="2"
                cpuset="0x3" complete_cpuset="0x3" nodeset="0x1" complete_nodeset="0x1"/>
            <object type="NUMANode" os_index="1" gp_index="3"
                cpuset="0x0" complete_cpuset="0x0" nodeset="0x2" complete_nodeset="0x2"/>
            <object type="PU" os_index="0" gp_index="4"
                cpuset="0x1" complete_cpuset="0x1" nodeset="0x3" complete_nodeset="0x3"/>
            <object type="PU" os_index="1" gp_index="5"
                cpuset="0x2" complete_cpuset="0x2" nodeset="0x3" complete_nodeset="0x3"/>
          </object>
        </topology>
        """);
    Machine machine = Machine.xml(file);
    assertThat(machine.numaNodes()).hasSize(2);
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.NUMA).bindTo(BindTo.NUMA);
    assertThat(reaches(place(machine, "0-1", 2, policy))).isEqualTo("0:0-1 0:0-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "package:2 core:2 pu:1 | --bind-to l3: the machine has no l3; it has package, numa,"
            + " core",
        "node:2 l3:1 core:2 pu:1 | --bind-to package: node +n0 has no package; it has numa,"
            + " l3, core"
      })
  void a_missing_level_is_named_with_those_that_are_there(String cluster, String message) {
    BindTo bindTo = BindTo.named(message.substring(10, message.indexOf(':')));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> place(cluster, 2, PlacementPolicy.NONE.bindTo(bindTo)))
        .withMessage(message);
  }

  @Test
  void a_missing_level_is_refused_for_mapping_and_numbering_too() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> place("core:2 pu:1", 2, PlacementPolicy.NONE.mapBy(MapBy.L3)))
        .withMessageStartingWith("--map-by l3: the machine has no l3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> place("core:2 pu:1", 2, PlacementPolicy.NONE.rankBy(MapBy.PACKAGE)))
        .withMessageStartingWith("--rank-by package: the machine has no package");
  }

  @Test
  void a_machine_of_which_nothing_is_known_has_cores() {
    Placement placement = place(Machine.flat(CpuSet.parse("2,5")), "2,5", 2, PlacementPolicy.NONE);
    assertThat(reaches(placement)).isEqualTo("0:2 0:5");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                place(
                    Machine.flat(CpuSet.parse("2,5")),
                    "2,5",
                    2,
                    PlacementPolicy.NONE.bindTo(BindTo.NUMA)))
        .withMessageContaining("it has core");
  }

  @Test
  void unknown_words_are_refused_with_the_known_ones() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MapBy.named("socket"))
        .withMessage("'socket' is none of core, l3, numa, package, node, slot");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BindTo.named("hwthread"))
        .withMessage("'hwthread' is none of core, l3, numa, package, none");
  }

  @Test
  void identical_nodes_share_their_sets_of_pus() {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.NODE);
    Placement placement = place("node:3125 package:2 l3:4 core:4 pu:1", 100_000, policy);
    assertThat(placement.locations()).hasSize(100_000);
    assertThat(placement.locations().get(3124).cpus())
        .isSameAs(placement.locations().get(0).cpus());
    assertThat(placement.locations().get(99_999))
        .isEqualTo(new RankLocation(99_999, 3124, CpuSet.range(31, 31), CpuSet.range(31, 31)));
  }
}
