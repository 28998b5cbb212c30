package io.starling.bench.topo;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.GpuAssignment;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.Placement;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MachineTextTest {

  @Test
  void a_small_machine_takes_three_lines() {
    assertThat(
            text(
                "package:1 [numa(memory=8GiB)] l3:1(size=32MiB) l2:2(size=2MiB) l1:1(size=48KiB)"
                    + " core:1 pu:1"))
        .isEqualTo(
            """
            machine: 1 package, 2 cores, 2 PUs, 8 GiB
            └─ package 0, NUMA 0 (8 GiB), L3 0 (32 MiB)
               └─ cores 0-1: PUs 0-1, L2 2 MiB, L1 48 KiB each
            """);
  }

  @Test
  void caches_that_several_cores_share_have_a_line_each() {
    assertThat(text("package:2 [numa(memory=1GiB)] l3:2(size=16MiB) core:4 pu:2"))
        .isEqualTo(
            """
            machine: 2 packages, 16 cores, 32 PUs, 2 GiB
            ├─ package 0, NUMA 0 (1 GiB)
            │  ├─ L3 0 (16 MiB): cores 0-3: PUs 0-7 (2 each)
            │  └─ L3 1 (16 MiB): cores 4-7: PUs 8-15 (2 each)
            └─ package 1, NUMA 1 (1 GiB)
               ├─ L3 2 (16 MiB): cores 8-11: PUs 16-23 (2 each)
               └─ L3 3 (16 MiB): cores 12-15: PUs 24-31 (2 each)
            """);
  }

  @Test
  void a_large_machine_fits_on_a_screen() {
    assertThat(text("package:2 numa:4 l3:2 core:8 pu:2").lines()).hasSizeLessThan(30);
    assertThat(text("package:2 core:64 pu:2").lines()).hasSize(5);
  }

  @Test
  void processors_have_the_systems_numbers_and_those_out_of_reach_are_marked() {
    Machine machine = Machine.synthetic("package:1 core:4 pu:2(indexes=0,4,1,5,2,6,3,7)");

    assertThat(text(machine, CpuSet.parse("0-3")))
        .contains("cores 0-3: PUs 0-7 (2 each) [may not use 4-7]\n");
    assertThat(text(machine, CpuSet.parse("0-6")))
        .contains("cores 0-2: PUs 0-2,4-6 (2 each)\n", "core 3: PUs 3,7 [may not use 7]\n");
  }

  @Test
  void devices_say_what_they_are_near_to() {
    Machine machine = Machine.xml(Path.of("../topology/src/test/resources/machines/gpus.xml"));

    assertThat(text(machine, machine.cpus()))
        .contains(
            "├─ gpu 0: 0000:17:00.0 (card1, renderD128), near NUMA 0\n",
            "├─ network 0000:3c:00.0 (ib0, mlx5_0), near NUMA 1\n");
  }

  @Test
  void gpus_have_the_numbers_that_ranks_can_ask_for_and_say_who_has_them() {
    TopologyScene scene = Scenes.withGpus("manygpus.xml", 6, "auto");

    assertThat(MachineText.of(scene, List.of(CpuSet.range(0, 1)), Glyphs.UNICODE))
        .contains(
            "├─ gpu 0: 0000:17:00.0 (card1), near package 0; ranks 0,3\n",
            "├─ gpu 3: 0000:c1:00.0 (card4); rank 1\n",
            "└─ gpu 0000:c2:00.0 (card5)\n");
  }

  @Test
  void devices_are_called_by_their_models() {
    Machine machine = Machine.xml(Path.of("../topology/src/test/resources/machines/models.xml"));

    assertThat(text(machine, machine.cpus()))
        .contains(
            "├─ gpu 0: NVIDIA H100 80GB HBM3, 0000:17:00.0 (card1, cuda0)\n",
            "├─ gpu Aldebaran/MI200 [Instinct MI250X/MI250], 0000:18:00.0 (card2)\n",
            "├─ gpu 1: 0000:19:00.0 (card3)\n",
            "└─ network MT28908 Family [ConnectX-6], 0000:1a:00.0 (ib0)\n");
  }

  @Test
  void a_machine_without_cores_lists_its_processors() {
    assertThat(
            MachineText.of(
                scene(empty(Machine.flat(CpuSet.parse("1,3")))),
                List.of(CpuSet.EMPTY),
                Glyphs.UNICODE))
        .isEqualTo(
            """
            machine: 2 cores, 2 PUs
            └─ cores 0-1: PUs 1,3 [may not use 1,3]
            """);
    assertThat(text("pu:3")).endsWith("└─ PUs 0-2\n");
  }

  @Test
  void ranks_stand_with_their_cores() {
    Placement some = Scenes.bySlot("package:1 core:4 pu:1", 3);
    assertThat(text(some)).contains("├─ cores 0-2: PUs 0-2; ranks 0-2\n", "└─ core 3: PU 3\n");

    Placement many = Scenes.bySlot("package:1 core:4 pu:1", 8);
    assertThat(text(many)).contains("cores 0-3: PUs 0-3; ranks 0-3 and 4-7\n");

    Placement uneven = Scenes.bySlot("package:1 core:2 pu:1", 3);
    assertThat(text(uneven)).contains("core 0: PU 0; ranks 0,2\n", "core 1: PU 1; rank 1\n");
  }

  @Test
  void neighbouring_nodes_are_one_where_they_are_the_same_and_empty() {
    String text = text(Scenes.bySlot("node:4 package:1 core:2 pu:1", 2));

    assertThat(text.lines().filter(line -> line.startsWith("node")))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("node 0: 1 package"),
            others -> assertThat(others).startsWith("nodes 1-3, each: 1 package"));
  }

  @Test
  void a_poor_terminal_gets_letters_that_it_has() {
    Placement placement = Scenes.bySlot("package:2 core:2 pu:1", 0);

    assertThat(MachineText.of(scene(placement), List.of(CpuSet.range(0, 3)), Glyphs.ASCII))
        .isEqualTo(
            """
            machine: 2 packages, 4 cores, 4 PUs, 1 GiB, NUMA 0 (1 GiB)
            |- package 0
            |  `- cores 0-1: PUs 0-1
            `- package 1
               `- cores 2-3: PUs 2-3
            """);
  }

  private static String text(String description) {
    Machine machine = Machine.synthetic(description);
    return text(machine, machine.cpus());
  }

  private static String text(Machine machine, CpuSet allowed) {
    return MachineText.of(scene(empty(machine)), List.of(allowed), Glyphs.UNICODE);
  }

  private static String text(Placement placement) {
    List<CpuSet> all = placement.cluster().nodes().stream().map(Machine::cpus).toList();
    return MachineText.of(scene(placement), all, Glyphs.UNICODE);
  }

  private static TopologyScene scene(Placement placement) {
    return new TopologyScene(placement, List.of(), "", GpuAssignment.of(placement, GpuMap.AUTO));
  }

  private static Placement empty(Machine machine) {
    return new Placement(Cluster.of(machine), List.of(), false, false);
  }
}
