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

  /** A division as far as its members must agree: the group of every rank of the job. */
  record Division(Level level, int count, List<Integer> groups) {
    static Division of(GroupDivision division, int size) {
      return new Division(
          division.level(),
          division.count(),
          IntStream.range(0, size).map(division::groupOf).boxed().toList());
    }
  }

  /** Nothing, racks, or racks in zones, as the job's hash says. */
  private static NodeGroups groups(Placement job) {
    int nodes = job.cluster().nodes().size();
    int seed = Math.floorMod(job.locations().hashCode(), 1 << 20);
    int[] racks =
        IntStream.range(0, nodes).map(node -> (node * (seed % 5 + 1) + seed) % 4).toArray();
    int[] zones = IntStream.of(racks).map(rack -> rack % 2).toArray();
    return switch (seed % 3) {
      case 0 -> NodeGroups.NONE;
      case 1 -> new NodeGroups(new int[0], racks);
      default -> new NodeGroups(zones, racks);
    };
  }

  private static LayoutBuilder survey(Placement job) {
    LayoutBuilder survey = new LayoutBuilder(job, groups(job));
    NodeTable table = survey.table();
    assertThat(NodeTable.decode(table.encode())).isEqualTo(table);
    return survey;
  }

  private static List<Hierarchy> hierarchies(Placement job) {
    LayoutBuilder survey = survey(job);
    return IntStream.range(0, job.locations().size())
        .mapToObj(rank -> survey.layoutOf(rank).hierarchy(rank))
        .toList();
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void the_own_group_of_a_tier_is_what_the_next_divides(
      @ForAll(supplier = AnyJob.class) Placement job) {
    for (Hierarchy hierarchy : hierarchies(job)) {
      List<Integer> members = IntStream.range(0, job.locations().size()).boxed().toList();
      for (GroupDivision division : hierarchy.divisions()) {
        assertThat(ranks(job, rank -> division.groupOf(rank) >= 0)).isEqualTo(members);
        assertThat(division.count()).isGreaterThan(1);
        members = ranks(job, rank -> division.groupOf(rank) == division.own());
      }
      assertThat(members).containsExactly(hierarchy.rank());
    }
  }

  private static List<Integer> ranks(Placement job, IntPredicate chosen) {
    return IntStream.range(0, job.locations().size()).filter(chosen).boxed().toList();
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void all_members_of_a_group_divide_it_alike(@ForAll(supplier = AnyJob.class) Placement job) {
    int size = job.locations().size();
    List<Hierarchy> hierarchies = hierarchies(job);
    for (Hierarchy hierarchy : hierarchies) {
      for (int depth = 0; depth < hierarchy.divisions().size(); depth++) {
        GroupDivision division = hierarchy.divisions().get(depth);
        for (int member : ranks(job, rank -> division.groupOf(rank) >= 0)) {
          GroupDivision its = hierarchies.get(member).divisions().get(depth);
          assertThat(Division.of(its, size)).isEqualTo(Division.of(division, size));
          assertThat(its.own()).isEqualTo(division.groupOf(member));
        }
      }
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void groups_are_in_the_order_of_their_lowest_ranks_and_levels_become_no_slower(
      @ForAll(supplier = AnyJob.class) Placement job) {
    int nobody = job.locations().size();
    for (Hierarchy hierarchy : hierarchies(job)) {
      assertThat(hierarchy.divisions()).extracting(GroupDivision::level).isSorted();
      for (GroupDivision division : hierarchy.divisions()) {
        assertThat(
                IntStream.range(0, division.count()).map(group -> division.leader(group, nobody)))
            .isSorted()
            .doesNotHaveDuplicates();
      }
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void a_level_is_the_smallest_level_that_both_are_confined_to(
      @ForAll(supplier = AnyJob.class) Placement job) {
    LayoutBuilder survey = survey(job);
    List<Hierarchy> hierarchies = hierarchies(job);
    for (int one = 0; one < hierarchies.size(); one++) {
      for (int other = 0; other < one; other++) {
        Level level = hierarchies.get(one).levelTo(other);
        assertThat(hierarchies.get(other).levelTo(one)).isEqualTo(level);
        assertThat(level).isEqualTo(sharedBy(survey, one, other));
      }
    }
  }

  private static Level sharedBy(LayoutBuilder survey, int one, int other) {
    NodeReport report = survey.layoutOf(one).own();
    if (!report.ranks().contains(other)) {
      NodeTable table = survey.table();
      if (share(table.groups().racks(), table.nodeOf(one), table.nodeOf(other))) {
        return Level.RACK;
      }
      return share(table.groups().zones(), table.nodeOf(one), table.nodeOf(other))
          ? Level.ZONE
          : Level.CLUSTER;
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

  private static boolean share(int[] groups, int one, int other) {
    return groups.length > 0 && groups[one] == groups[other];
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void some_of_the_ranks_keep_their_racks(@ForAll(supplier = AnyJob.class) Placement job) {
    LayoutBuilder survey = survey(job);
    int size = job.locations().size();
    int[] members = IntStream.range(0, size).filter(rank -> rank % 3 != 1).toArray();
    for (int number = 0; number < members.length; number++) {
      Layout smaller = survey.layoutOf(members[number]).select(members);
      Hierarchy whole = survey.layoutOf(members[number]).hierarchy(members[number]);
      for (int other = 0; other < members.length; other++) {
        if (other != number) {
          assertThat(smaller.hierarchy(number).levelTo(other))
              .isEqualTo(whole.levelTo(members[other]));
        }
      }
    }
  }
}
