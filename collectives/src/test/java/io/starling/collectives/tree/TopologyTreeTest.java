package io.starling.collectives.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.topology.Level;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.RankSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

class TopologyTreeTest {

  /** A job, its trees and a root. */
  record Job(Placed placed, TreeKind tree, Map<Level, TreeKind> shapes, int root) {

    Job(Placed placed, Map<Level, TreeKind> shapes, int root) {
      this(placed, TreeKind.TOPOLOGY, shapes, root);
    }

    Branch branch(int rank) {
      Parameters parameters = new Parameters(1, 1, 2, 3, TreeKind.CHAIN, shapes);
      Hierarchy hierarchy = placed.layout(rank).hierarchy(rank);
      return parameters.shape(tree, hierarchy).branch(rank, placed.size(), root);
    }

    List<Branch> branches() {
      return IntStream.range(0, placed.size()).mapToObj(this::branch).toList();
    }

    RankSet group(Level level, int rank) {
      return placed.layout(rank).group(level, rank);
    }
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void every_rank_is_reached_exactly_once(@ForAll("jobs") Job job) {
    List<Branch> branches = job.branches();
    List<Integer> reached = new ArrayList<>(List.of(job.root));
    for (int next = 0; next < reached.size() && reached.size() <= job.placed.size(); next++) {
      int parent = reached.get(next);
      for (int child : branches.get(parent).children()) {
        assertThat(branches.get(child).parent()).isEqualTo(parent);
        reached.add(child);
      }
    }
    assertThat(branches.get(job.root).isRoot()).isTrue();
    assertThat(reached)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, job.placed.size()).boxed().toList());
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void an_edge_crosses_a_level_only_at_leaders_and_there_is_one_less_than_groups(
      @ForAll("jobs") Job job) {
    List<Branch> branches = job.branches();
    for (Level level : Level.values()) {
      List<RankSet> groups =
          IntStream.range(0, job.placed.size()).mapToObj(rank -> job.group(level, rank)).toList();
      int crossings = 0;
      for (int rank = 0; rank < job.placed.size(); rank++) {
        int parent = branches.get(rank).parent();
        if (parent != Branch.NONE && !groups.get(rank).contains(parent)) {
          crossings++;
          assertThat(leader(groups.get(rank), job.root)).isEqualTo(rank);
          if (job.tree == TreeKind.TOPOLOGY) {
            assertThat(leader(groups.get(parent), job.root)).isEqualTo(parent);
          }
        }
      }
      assertThat(crossings).as(level.label()).isEqualTo(new HashSet<>(groups).size() - 1);
    }
  }

  private static int leader(RankSet group, int root) {
    return group.contains(root) ? root : group.lowest();
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void children_on_slower_levels_come_first(@ForAll("jobs") Job job) {
    for (int rank = 0; rank < job.placed.size(); rank++) {
      Hierarchy hierarchy = job.placed.layout(rank).hierarchy(rank);
      List<Level> levels =
          IntStream.of(job.branch(rank).children()).mapToObj(hierarchy::levelTo).toList();
      assertThat(levels).isSortedAccordingTo(Comparator.naturalOrder());
    }
  }

  @Provide
  Arbitrary<Job> jobs() {
    Arbitrary<Placed> placed =
        Combinators.combine(
                Arbitraries.of(Placed.MACHINES),
                Arbitraries.integers().between(1, 40),
                Arbitraries.of(Mapping.class))
            .as(Placed::on);
    Arbitrary<Map<Level, TreeKind>> shapes =
        Arbitraries.maps(Arbitraries.of(Level.class), Arbitraries.of(TreeKind.plain()));
    return Combinators.combine(
            placed,
            Arbitraries.of(TreeKind.TOPOLOGY, TreeKind.RELAY),
            shapes,
            Arbitraries.integers().between(0, 39))
        .as((ranks, tree, byLevel, root) -> new Job(ranks, tree, byLevel, root % ranks.size()));
  }

  @Example
  void the_chains_of_the_papers_figure_5_are_glued_at_leaders() {
    Job job = new Job(Placed.on("node:3 package:2 core:4 pu:1", 24, Mapping.BY_SLOT), Map.of(), 0);
    assertThat(job.branch(0)).isEqualTo(new Branch(Branch.NONE, 8, 4, 1));
    assertThat(job.branch(4)).isEqualTo(new Branch(0, 5));
    assertThat(job.branch(7)).isEqualTo(new Branch(6));
    assertThat(job.branch(8)).isEqualTo(new Branch(0, 16, 12, 9));
    assertThat(job.branch(16)).isEqualTo(new Branch(8, 20, 17));
  }

  @Example
  void where_groups_relay_no_rank_has_the_children_of_several_levels_inside_a_node() {
    Placed placed = Placed.on("node:3 package:2 core:4 pu:1", 24, Mapping.BY_SLOT);
    Job job = new Job(placed, TreeKind.RELAY, Map.of(), 0);
    assertThat(job.branch(0)).isEqualTo(new Branch(Branch.NONE, 8, 1));
    assertThat(job.branch(3)).isEqualTo(new Branch(2, 4));
    assertThat(job.branch(4)).isEqualTo(new Branch(3, 5));
    assertThat(job.branch(7)).isEqualTo(new Branch(6));
    assertThat(job.branch(8)).isEqualTo(new Branch(0, 16, 9));
  }

  @Example
  void a_relay_goes_round_from_a_root_amid_its_group() {
    Placed placed = Placed.on("node:3 package:2 core:4 pu:1", 24, Mapping.BY_SLOT);
    Job job = new Job(placed, TreeKind.RELAY, Map.of(), 14);
    assertThat(job.branch(14)).isEqualTo(new Branch(Branch.NONE, 16, 15));
    assertThat(job.branch(13)).isEqualTo(new Branch(12, 8));
    assertThat(job.branch(8)).isEqualTo(new Branch(13, 9));
  }

  @Example
  void a_root_leads_all_the_groups_that_it_is_in() {
    Job job = new Job(Placed.on("node:3 package:2 core:4 pu:1", 24, Mapping.BY_SLOT), Map.of(), 14);
    assertThat(job.branch(14)).isEqualTo(new Branch(Branch.NONE, 16, 8, 15));
    assertThat(job.branch(8)).isEqualTo(new Branch(14, 9));
    assertThat(job.branch(16)).isEqualTo(new Branch(14, 0, 20, 17));
    assertThat(job.branch(12)).isEqualTo(new Branch(15, 13));
  }

  @Example
  void every_level_has_the_shape_that_was_asked_for() {
    Map<Level, TreeKind> shapes = new EnumMap<>(Level.class);
    shapes.put(Level.NODE, TreeKind.FLAT);
    shapes.put(Level.PACKAGE, TreeKind.BINOMIAL);
    Job job = new Job(Placed.on("package:4 core:4 pu:1", 16, Mapping.BY_SLOT), shapes, 0);
    assertThat(job.branch(0)).isEqualTo(new Branch(Branch.NONE, 4, 8, 12, 2, 1));
    assertThat(job.branch(6)).isEqualTo(new Branch(4, 7));
  }

  @Example
  void ranks_of_which_nothing_is_known_form_one_chain() {
    Hierarchy hierarchy = Layout.flat(5).hierarchy(3);
    TopologyTree tree = new TopologyTree(hierarchy, _ -> TreeShapes::chain);
    assertThat(tree.branch(3, 5, 1)).isEqualTo(TreeShapes.chain(3, 5, 1));
  }

  @Example
  void it_refuses_to_speak_for_another_rank() {
    TopologyTree tree = new TopologyTree(Layout.flat(5).hierarchy(3), _ -> TreeShapes::chain);
    assertThatThrownBy(() -> tree.branch(2, 5, 1)).hasMessageContaining("groups of rank 3, not 2");
  }

  @Example
  void levels_are_the_same_from_both_ends() {
    Placed placed = Placed.on("node:2 package:2 numa:2 core:2 pu:2", 20, Mapping.SHUFFLED);
    Set<Level> seen = new HashSet<>();
    for (int one = 0; one < placed.size(); one++) {
      for (int other = 0; other < one; other++) {
        Level level = placed.layout(one).hierarchy(one).levelTo(other);
        assertThat(placed.layout(other).hierarchy(other).levelTo(one)).isEqualTo(level);
        seen.add(level);
      }
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            Level.CLUSTER, Level.NODE, Level.PACKAGE, Level.NUMA, Level.CORE);
  }
}
