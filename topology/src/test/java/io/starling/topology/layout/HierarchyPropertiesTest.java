package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.Level;
import io.starling.topology.placement.Placement;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What every rank's groups owe to the others', wherever the ranks are. */
class HierarchyPropertiesTest {

  private static final int TRIES = 300;

  /** A tier as far as its members must agree: the group of every rank of the job. */
  record Division(Level level, int count, List<Integer> groups) {
    static Division of(Tier tier, int size) {
      return new Division(
          tier.level(), tier.count(), IntStream.range(0, size).map(tier::groupOf).boxed().toList());
    }
  }

  private static List<Hierarchy> hierarchies(Placement job) {
    Survey survey = new Survey(job);
    return IntStream.range(0, job.seats().size())
        .mapToObj(rank -> survey.layoutOf(rank).hierarchy(rank))
        .toList();
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void the_own_group_of_a_tier_is_what_the_next_divides(
      @ForAll(supplier = AnyJob.class) Placement job) {
    for (Hierarchy hierarchy : hierarchies(job)) {
      List<Integer> members = IntStream.range(0, job.seats().size()).boxed().toList();
      for (Tier tier : hierarchy.tiers()) {
        assertThat(ranks(job, rank -> tier.groupOf(rank) >= 0)).isEqualTo(members);
        assertThat(tier.count()).isGreaterThan(1);
        members = ranks(job, rank -> tier.groupOf(rank) == tier.own());
      }
      assertThat(members).containsExactly(hierarchy.rank());
    }
  }

  private static List<Integer> ranks(Placement job, IntPredicate chosen) {
    return IntStream.range(0, job.seats().size()).filter(chosen).boxed().toList();
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void all_members_of_a_group_divide_it_alike(@ForAll(supplier = AnyJob.class) Placement job) {
    int size = job.seats().size();
    List<Hierarchy> hierarchies = hierarchies(job);
    for (Hierarchy hierarchy : hierarchies) {
      for (int depth = 0; depth < hierarchy.tiers().size(); depth++) {
        Tier tier = hierarchy.tiers().get(depth);
        for (int member : ranks(job, rank -> tier.groupOf(rank) >= 0)) {
          Tier its = hierarchies.get(member).tiers().get(depth);
          assertThat(Division.of(its, size)).isEqualTo(Division.of(tier, size));
          assertThat(its.own()).isEqualTo(tier.groupOf(member));
        }
      }
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void groups_are_in_the_order_of_their_lowest_ranks_and_lanes_become_no_slower(
      @ForAll(supplier = AnyJob.class) Placement job) {
    int nobody = job.seats().size();
    for (Hierarchy hierarchy : hierarchies(job)) {
      assertThat(hierarchy.tiers()).extracting(Tier::level).isSorted();
      for (Tier tier : hierarchy.tiers()) {
        assertThat(IntStream.range(0, tier.count()).map(group -> tier.leader(group, nobody)))
            .isSorted()
            .doesNotHaveDuplicates();
      }
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void a_lane_is_the_smallest_level_that_both_are_confined_to(
      @ForAll(supplier = AnyJob.class) Placement job) {
    Survey survey = new Survey(job);
    List<Hierarchy> hierarchies = hierarchies(job);
    for (int one = 0; one < hierarchies.size(); one++) {
      for (int other = 0; other < one; other++) {
        Level lane = hierarchies.get(one).laneTo(other);
        assertThat(hierarchies.get(other).laneTo(one)).isEqualTo(lane);
        assertThat(lane).isEqualTo(sharedBy(survey, one, other));
      }
    }
  }

  private static Level sharedBy(Survey survey, int one, int other) {
    NodeReport report = survey.layoutOf(one).own();
    if (!report.ranks().contains(other)) {
      return Level.CLUSTER;
    }
    Level shared = Level.NODE;
    for (int depth = 0; depth < report.levels().size(); depth++) {
      int place = report.placeOf(one)[depth];
      if (place == report.placeOf(other)[depth] && place != NodeReport.NOWHERE) {
        shared = report.levels().get(depth);
      }
    }
    return shared;
  }
}
