package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.Level;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.MapBy;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HierarchyTest {

  /** Its divisions from the outside in, each with its groups; in brackets the own. */
  private static List<String> divisions(LayoutBuilder survey, int rank) {
    int size = survey.layoutOf(rank).size();
    return survey.layoutOf(rank).hierarchy(rank).divisions().stream()
        .map(division -> written(division, size))
        .toList();
  }

  private static String written(GroupDivision division, int size) {
    StringBuilder text = new StringBuilder(division.level().label());
    for (int group = 0; group < division.count(); group++) {
      int number = group;
      RankSet ranks =
          RankSet.of(
              IntStream.range(0, size).filter(rank -> division.groupOf(rank) == number).toArray());
      text.append(group == division.own() ? " [%s]".formatted(ranks) : " %s".formatted(ranks));
    }
    return text.toString();
  }

  @Test
  void the_ranks_of_several_nodes_are_divided_level_by_level() {
    LayoutBuilder survey = Jobs.job("node:3 package:2 core:4 pu:1", 24, MapBy.SLOT);
    assertThat(divisions(survey, 5))
        .containsExactly("cluster [0-7] 8-15 16-23", "node 0-3 [4-7]", "package 4 [5] 6 7");
    assertThat(divisions(survey, 16))
        .containsExactly("cluster 0-7 8-15 [16-23]", "node [16-19] 20-23", "package [16] 17 18 19");
  }

  @Test
  void ranks_that_were_dealt_in_turn_are_found_together_again() {
    LayoutBuilder survey = Jobs.job("node:2 package:2 core:2 pu:1", 8, MapBy.NODE);
    assertThat(divisions(survey, 3))
        .containsExactly("cluster 0-6:2 [1-7:2]", "node [1-3:2] 5-7:2", "package 1 [3]");
  }

  @Test
  void every_level_of_a_large_node_has_a_tier() {
    LayoutBuilder survey = Jobs.job("package:2 numa:2 l3:2 core:2 pu:2", 16, MapBy.SLOT);
    assertThat(divisions(survey, 6))
        .containsExactly("node [0-7] 8-15", "package 0-3 [4-7]", "numa 4-5 [6-7]", "l3 [6] 7");
  }

  @Test
  void a_level_whose_groups_are_single_ranks_is_the_last() {
    LayoutBuilder survey = Jobs.job("package:2 numa:2 core:4 pu:1", 4, MapBy.NUMA);
    assertThat(divisions(survey, 2)).containsExactly("node 0-1 [2-3]", "package [2] 3");
  }

  @Test
  void ranks_that_are_all_in_one_package_of_two_have_its_level_and_none_of_the_node() {
    LayoutBuilder survey = Jobs.job("package:2 core:4 pu:1", 4, MapBy.SLOT);
    assertThat(divisions(survey, 1)).containsExactly("package 0 [1] 2 3");
  }

  @Test
  void nodes_with_one_rank_each_have_the_network_only() {
    LayoutBuilder survey = Jobs.job("node:3 package:2 core:2 pu:1", 3, MapBy.NODE);
    assertThat(divisions(survey, 1)).containsExactly("cluster 0 [1] 2");
  }

  @Test
  void ranks_that_are_not_bound_know_of_the_node_only() {
    LayoutBuilder survey = Jobs.job("package:2 core:4 pu:1", 5, MapBy.SLOT, BindTo.NONE);
    assertThat(divisions(survey, 4)).containsExactly("node 0 1 2 3 [4]");
  }

  @Test
  void ranks_that_are_bound_to_packages_know_of_these_only() {
    LayoutBuilder survey = Jobs.job("package:2 core:4 pu:1", 6, MapBy.SLOT, BindTo.PACKAGE);
    assertThat(divisions(survey, 5)).containsExactly("node 0-3 [4-5]", "package 4 [5]");
  }

  @Test
  void ranks_without_a_package_form_a_group_beside_those_of_the_packages() {
    LayoutBuilder survey = Jobs.ranksOn("package:2 core:2 pu:1", "0-3", "0", "1", "3", "1-2");
    assertThat(divisions(survey, 0)).containsExactly("node [0-4:4] 1-2 3", "node [0] 4");
    assertThat(divisions(survey, 2)).containsExactly("node 0-4:4 [1-2] 3", "package 1 [2]");
    assertThat(divisions(survey, 3)).containsExactly("node 0-4:4 1-2 [3]");
  }

  @Test
  void ranks_without_a_core_form_a_group_in_their_package() {
    LayoutBuilder survey = Jobs.ranksOn("package:2 core:3 pu:1", "0-2", "0", "2", "1-2");
    assertThat(divisions(survey, 0)).containsExactly("package [0-3:3] 1 2", "package [0] 3");
    assertThat(divisions(survey, 1)).containsExactly("package 0-3:3 [1] 2");
  }

  @Test
  void two_ranks_on_a_core_have_its_level() {
    LayoutBuilder survey = Jobs.ranksOn("package:2 core:2 pu:2", "0", "1", "2-3", "4");
    assertThat(divisions(survey, 1))
        .containsExactly("node [0-2] 3", "package [0-1] 2", "core 0 [1]");
  }

  @Test
  void a_rank_alone_has_no_tiers() {
    assertThat(divisions(Jobs.job("package:2 core:2 pu:1", 1, MapBy.SLOT), 0)).isEmpty();
    assertThat(Layout.flat(1).hierarchy(0).divisions()).isEmpty();
  }

  @Test
  void ranks_of_which_nothing_is_known_share_a_node() {
    assertThat(Layout.flat(4).hierarchy(2).divisions())
        .singleElement()
        .satisfies(division -> assertThat(written(division, 4)).isEqualTo("node 0 1 [2] 3"));
  }

  @Test
  void a_level_is_the_smallest_level_that_two_ranks_share() {
    LayoutBuilder survey =
        Jobs.ranksOn("package:2 numa:2 core:2 pu:2", "0", "1", "2", "4", "8", "0-15");
    Hierarchy hierarchy = survey.layoutOf(0).hierarchy(0);
    assertThat(IntStream.range(1, 6).mapToObj(hierarchy::levelTo))
        .containsExactly(Level.CORE, Level.NUMA, Level.PACKAGE, Level.NODE, Level.NODE);
  }

  @Test
  void there_is_no_level_to_itself_nor_to_nobody() {
    Hierarchy hierarchy = Jobs.job("package:2 core:2 pu:1", 4, MapBy.SLOT).layoutOf(1).hierarchy(1);
    for (int nobody : new int[] {1, 4, -1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> hierarchy.levelTo(nobody))
          .withMessage("there is no link from rank 1 to " + nobody);
    }
  }

  @Test
  void a_leader_is_the_root_where_it_is_in_the_group_else_the_lowest() {
    Hierarchy hierarchy = Jobs.job("package:2 core:4 pu:1", 8, MapBy.SLOT).layoutOf(6).hierarchy(6);
    GroupDivision packages = hierarchy.divisions().get(0);
    GroupDivision cores = hierarchy.divisions().get(1);
    assertThat(packages.leader(0, 2)).isEqualTo(2);
    assertThat(packages.leader(1, 2)).isEqualTo(4);
    assertThat(cores.leader(3, 2)).isEqualTo(7);
    assertThat(packages).hasToString("node of 2");
  }
}
