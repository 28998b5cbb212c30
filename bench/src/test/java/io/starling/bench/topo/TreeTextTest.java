package io.starling.bench.topo;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.Level;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TreeTextTest {

  @Test
  void the_papers_tree_has_a_line_for_each_chain() {
    assertThat(TreeText.of(Scenes.figureFive(), Glyphs.UNICODE))
        .isEqualTo(
            """
            0  node 0, package 0, core 0
            ├─ cluster: 0 → 8 → 16  nodes 1-2
            │  ├─ node: 8 → 12  node 1, package 1, core 4
            │  │  └─ package: 12 → 13 → 14 → 15  node 1, package 1, cores 5-7
            │  ├─ package: 8 → 9 → 10 → 11  node 1, package 0, cores 1-3
            │  ├─ node: 16 → 20  node 2, package 1, core 4
            │  │  └─ package: 20 → 21 → 22 → 23  node 2, package 1, cores 5-7
            │  └─ package: 16 → 17 → 18 → 19  node 2, package 0, cores 1-3
            ├─ node: 0 → 4  node 0, package 1, core 4
            │  └─ package: 4 → 5 → 6 → 7  node 0, package 1, cores 5-7
            └─ package: 0 → 1 → 2 → 3  node 0, package 0, cores 1-3
            cluster  network between nodes  2 edges
            node     within a node          3 edges
            package  within a package       18 edges
            """);
  }

  @Test
  void a_long_chain_is_shortened_where_its_ranks_are_evenly_spaced() {
    assertThat(TreeText.of(Scenes.cori(), Glyphs.ASCII))
        .contains(
            "`- package: 0 -> 1 -> 2 -> ... -> 15  node 0, package 0, cores 1-15\n",
            "|  `- package: 16 -> 17 -> 18 -> ... -> 31  node 0, package 1, cores 17-31\n");
  }

  @Test
  void a_long_chain_is_whole_where_its_ranks_are_not() {
    int[] ranks = {0, 1, 2, 3, 4, 5, 6, 8, 7, 9};
    TopologyScene scene =
        new TopologyScene(
            Scenes.bySlot("core:10 pu:1", 10), Scenes.chain(Level.NODE, ranks), "a chain");

    assertThat(TreeText.of(scene, Glyphs.ASCII))
        .contains("0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 8 -> 7 -> 9  node 0, cores 1-6,8,7,9\n");
  }

  @Test
  void a_chain_that_goes_on_over_a_slower_level_does_not_nest() {
    TopologyScene scene =
        new TopologyScene(
            Scenes.bySlot("package:2 core:2 pu:1", 4),
            List.of(
                new Edge(0, 1, Level.PACKAGE),
                new Edge(1, 2, Level.NODE),
                new Edge(2, 3, Level.PACKAGE)),
            "a chain by rank");

    assertThat(TreeText.of(scene, Glyphs.UNICODE))
        .startsWith(
            """
            0  node 0, package 0, core 0
            ├─ package: 0 → 1  node 0, package 0, core 1
            ├─ node: 1 → 2  node 0, package 1, core 2
            └─ package: 2 → 3  node 0, package 1, core 3
            """);
  }

  @Test
  void several_children_on_a_level_share_a_line_and_their_own_children_follow() {
    TopologyScene scene =
        new TopologyScene(
            Scenes.bySlot("package:1 core:8 pu:1", 8),
            Scenes.binomial(8, Level.PACKAGE),
            "binomial");

    assertThat(TreeText.of(scene, Glyphs.UNICODE))
        .startsWith(
            """
            0  node 0, package 0, core 0
            └─ package: 0 → 1-2, 4  node 0, package 0, cores 1-2,4
               ├─ package: 2 → 3  node 0, package 0, core 3
               └─ package: 4 → 5-6  node 0, package 0, cores 5-6
                  └─ package: 6 → 7  node 0, package 0, core 7
            """);
  }

  @Test
  void every_rank_is_reached_whatever_the_shape() {
    TopologyScene scene =
        new TopologyScene(
            Scenes.byNode("node:3 package:2 core:4 pu:1", 24),
            Scenes.binomial(24, Level.CLUSTER),
            "binomial");
    String text = TreeText.of(scene, Glyphs.ASCII).replaceAll("  node.*", "");

    List<Integer> shown =
        text.lines()
            .filter(line -> line.contains("->"))
            .flatMap(line -> List.of(line.split("->")[1].strip().split(", ")).stream())
            .flatMapToInt(TreeTextTest::range)
            .boxed()
            .sorted()
            .toList();
    assertThat(shown).containsExactlyElementsOf(IntStream.range(1, 24).boxed().toList());
  }

  private static IntStream range(String text) {
    String[] ends = text.split("-");
    return IntStream.rangeClosed(
        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }
}
