package io.starling.topology.layout;

import static io.starling.topology.layout.NodeReport.NOWHERE;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.Level;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LayoutBuilderTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "package:2 numa:1 l3:1 core:16 pu:2, package core",
    "package:2 numa:4 l3:2 core:4 pu:2, package numa l3 core",
    "package:1 numa:4 l3:2 core:4 pu:2, numa l3 core",
    "package:1 l3:1 core:2 pu:1, core",
    "package:1 l3:1 numa:2 core:4 pu:1, numa core",
    "package:2 l3:1 numa:2 core:4 pu:2, package numa core",
    "package:2 core:1 pu:2, package",
    "package:1 numa:2 core:1 pu:1, numa",
    "package:1 core:1 pu:1, ''",
    "package:1 core:1 pu:2, ''",
  })
  void levels_that_divide_nothing_do_not_appear(String machine, String levels) {
    List<Level> expected =
        levels.isEmpty() ? List.of() : Arrays.stream(levels.split(" ")).map(Level::named).toList();
    assertThat(Jobs.job(machine, 1, MapBy.SLOT).report(0, "", "").levels()).isEqualTo(expected);
  }

  @Test
  void a_machine_of_which_only_the_processors_are_known_is_divided_into_them() {
    Machine machine = Machine.flat(CpuSet.parse("2-3,9"));
    LayoutBuilder survey =
        new LayoutBuilder(
            new Placement(
                Cluster.of(machine),
                List.of(
                    Jobs.location(0, 0, CpuSet.parse("9")), Jobs.location(1, 0, CpuSet.parse("2"))),
                true,
                false));
    assertThat(survey.report(0, "", "").levels()).containsExactly(Level.CORE);
    assertThat(survey.report(0, "", "").places()).isDeepEqualTo(new int[][] {{2}, {0}});
  }

  @Test
  void a_rank_with_a_core_of_its_own_has_a_place_at_every_level() {
    LayoutBuilder survey = Jobs.job("package:2 numa:2 l3:2 core:2 pu:2", 16, MapBy.SLOT);
    NodeReport report = survey.report(0, "", "");
    assertThat(report.placeOf(0)).containsExactly(0, 0, 0, 0);
    assertThat(report.placeOf(11)).containsExactly(1, 2, 5, 11);
  }

  @Test
  void ranks_that_are_not_bound_are_nowhere() {
    LayoutBuilder survey = Jobs.job("package:2 core:2 pu:1", 2, MapBy.SLOT, BindTo.NONE);
    assertThat(survey.report(0, "", "").places())
        .isDeepEqualTo(new int[][] {{NOWHERE, NOWHERE}, {NOWHERE, NOWHERE}});
  }

  @Test
  void ranks_of_which_nothing_is_known_are_nowhere() {
    LayoutBuilder survey = Jobs.ranksOn("package:2 core:2 pu:1", "");
    assertThat(survey.report(0, "", "").placeOf(0)).containsExactly(NOWHERE, NOWHERE);
  }

  @Test
  void a_rank_that_may_use_several_pieces_of_a_level_is_nowhere_there() {
    LayoutBuilder survey = Jobs.ranksOn("package:2 core:2 pu:2", "4-7", "6", "6-7", "2-3,6");
    assertThat(survey.report(0, "", "").places())
        .isDeepEqualTo(new int[][] {{1, NOWHERE}, {1, 3}, {1, 3}, {NOWHERE, NOWHERE}});
  }

  @Test
  void nodes_are_in_the_order_of_their_lowest_ranks_also_where_some_have_none() {
    Cluster cluster = Cluster.synthetic("node:4 package:1 core:2 pu:1");
    CpuSet first = CpuSet.parse("0");
    CpuSet second = CpuSet.parse("1");
    LayoutBuilder survey =
        new LayoutBuilder(
            new Placement(
                cluster,
                List.of(
                    Jobs.location(0, 3, second),
                    Jobs.location(1, 1, first),
                    Jobs.location(2, 3, first),
                    Jobs.location(3, 0, second)),
                true,
                false));
    assertThat(survey.table()).hasToString("[0-2:2, 1, 3]");
    assertThat(survey.report(0, "", "").places()).isDeepEqualTo(new int[][] {{1}, {0}});
    assertThat(survey.report(1, "", "").places()).isDeepEqualTo(new int[][] {{0}});
    assertThat(survey.report(2, "", "").places()).isDeepEqualTo(new int[][] {{1}});
  }

  @Test
  void nodes_of_different_kinds_have_levels_of_their_own() {
    Cluster cluster =
        new Cluster(
            List.of(
                Machine.synthetic("package:1 core:2 pu:1"),
                Machine.synthetic("package:2 numa:2 core:1 pu:1")));
    CpuSet cpu = CpuSet.parse("1");
    LayoutBuilder survey =
        new LayoutBuilder(
            new Placement(
                cluster, List.of(Jobs.location(0, 0, cpu), Jobs.location(1, 1, cpu)), true, false));
    assertThat(survey.report(0, "", "").levels()).containsExactly(Level.CORE);
    assertThat(survey.report(1, "", "").levels()).containsExactly(Level.PACKAGE, Level.NUMA);
  }

  @Test
  void a_report_names_its_host_and_what_its_ranks_may_use() {
    NodeReport report =
        Jobs.ranksOn("package:2 core:2 pu:1", "0", "2-3").report(0, "identity", "host");
    assertThat(report.identity()).isEqualTo("identity");
    assertThat(report.host()).isEqualTo("host");
    assertThat(report.ranks()).isEqualTo(RankSet.of(0, 1));
    assertThat(report.cpus()).containsExactly(CpuSet.parse("0"), CpuSet.parse("2-3"));
  }
}
