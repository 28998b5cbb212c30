package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.Level;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class LayoutTest {

  @Example
  void a_group_has_the_ranks_that_share_an_object_of_the_level() {
    Layout layout = Jobs.job("node:2 package:2 numa:2 core:2 pu:1", 16, MapBy.SLOT).layoutOf(11);
    assertThat(layout.size()).isEqualTo(16);
    assertThat(layout.group(Level.CLUSTER, 11)).hasToString("0-15");
    assertThat(layout.group(Level.NODE, 11)).hasToString("8-15");
    assertThat(layout.group(Level.PACKAGE, 11)).hasToString("8-11");
    assertThat(layout.group(Level.NUMA, 11)).hasToString("10-11");
    assertThat(layout.group(Level.CORE, 11)).hasToString("11");
  }

  @Example
  void a_level_that_divides_nothing_has_the_groups_of_the_next_larger() {
    Layout layout = Jobs.job("package:2 numa:1 l3:1 core:2 pu:1", 4, MapBy.SLOT).layoutOf(2);
    assertThat(layout.group(Level.NUMA, 2)).hasToString("2-3");
    assertThat(layout.group(Level.L3, 2)).hasToString("2-3");
  }

  @Example
  void a_rank_that_is_nowhere_at_a_level_is_with_the_others_that_are() {
    Layout layout =
        Jobs.ranksOn("package:2 core:2 pu:1", "0-3", "0", "0-1", "0-3", "0-1").layoutOf(0);
    assertThat(layout.group(Level.CORE, 0)).isEqualTo(RankSet.of(0, 3));
    assertThat(layout.group(Level.PACKAGE, 1)).isEqualTo(RankSet.of(1, 2, 4));
    assertThat(layout.group(Level.CORE, 1)).isEqualTo(RankSet.of(1));
    assertThat(layout.group(Level.CORE, 2)).isEqualTo(RankSet.of(2, 4));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void groups_of_a_level_are_the_same_for_all_their_members_and_inside_those_of_the_larger(
      @ForAll(supplier = AnyJob.class) Placement job) {
    LayoutBuilder survey = new LayoutBuilder(job);
    for (int rank = 0; rank < job.locations().size(); rank++) {
      Layout layout = survey.layoutOf(rank);
      RankSet larger = layout.group(Level.CLUSTER, rank);
      for (Level level : Level.values()) {
        RankSet group = layout.group(level, rank);
        assertThat(group.contains(rank)).isTrue();
        assertThat(group.stream().allMatch(larger::contains)).isTrue();
        assertThat(group.stream().boxed())
            .allMatch(member -> survey.layoutOf(member).group(level, member).equals(group));
        larger = group;
      }
    }
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void a_selection_is_laid_out_as_a_job_of_its_seats(
      @ForAll(supplier = AnyJob.class) Placement job, @ForAll Random random) {
    int size = job.locations().size();
    List<Integer> order = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Collections.shuffle(order, random);
    int[] members =
        order.stream().limit(1 + random.nextInt(size)).mapToInt(Integer::intValue).toArray();
    LayoutBuilder survey = new LayoutBuilder(job);
    LayoutBuilder renumbered = new LayoutBuilder(selected(job, members));
    for (int rank = 0; rank < members.length; rank++) {
      assertThat(survey.layoutOf(members[rank]).select(members))
          .isEqualTo(renumbered.layoutOf(rank));
    }
  }

  private static Placement selected(Placement job, int[] members) {
    List<RankLocation> locations = new ArrayList<>();
    for (int rank = 0; rank < members.length; rank++) {
      RankLocation location = job.locations().get(members[rank]);
      locations.add(Jobs.location(rank, location.node(), location.cpus()));
    }
    return new Placement(job.cluster(), locations, true, false);
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void the_selection_of_all_in_order_is_the_same_layout(
      @ForAll(supplier = AnyJob.class) Placement job) {
    int[] all = IntStream.range(0, job.locations().size()).toArray();
    LayoutBuilder survey = new LayoutBuilder(job);
    for (int rank : all) {
      Layout layout = survey.layoutOf(rank);
      assertThat(layout.select(all)).isEqualTo(layout);
    }
  }

  @Example
  void a_selection_without_ranks_of_the_own_node_is_refused() {
    Layout layout = Jobs.job("node:2 package:1 core:2 pu:1", 4, MapBy.SLOT).layoutOf(0);
    assertThatIllegalArgumentException().isThrownBy(() -> layout.select(new int[] {2, 3}));
  }

  @Example
  void a_flat_layout_is_one_node_and_stays_so_when_selected() {
    assertThat(Layout.flat(5).select(new int[] {4, 0, 2})).isEqualTo(Layout.flat(3));
    assertThat(Layout.flat(5).group(Level.CORE, 2)).hasToString("0-4");
    assertThat(Layout.flat(5).hierarchy(3).levelTo(0)).isEqualTo(Level.NODE);
  }
}
