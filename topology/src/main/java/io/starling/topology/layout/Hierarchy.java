package io.starling.topology.layout;

import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The groups of one rank, from the group of all ranks down to the rank alone, and the division of
 * each (ADAPT, section 3.2.1). Ranks of the same group derive the same division from the same
 * reports, without a message. Levels that divide nothing do not appear.
 *
 * <pre>
 * rank 5 of 3 nodes x 2 packages x 4 cores
 *
 *   cluster   {0-7} {8-15} {16-23}      it is in the first of 3 nodes, of which no racks are known
 *   node      {0-3} {4-7}               in the second of its 2 packages
 *   package   {4} {5} {6} {7}           one of 4 there
 * </pre>
 */
public final class Hierarchy {

  private final int rank;
  private final List<GroupDivision> divisions;

  private Hierarchy(int rank, List<GroupDivision> divisions) {
    this.rank = rank;
    this.divisions = List.copyOf(divisions);
  }

  /** Between nodes first, then inside the rank's node. */
  static Hierarchy of(NodeTable table, NodeReport report, int rank) {
    List<GroupDivision> divisions = new ArrayList<>();
    if (table.nodes() > 1) {
      betweenNodes(table, rank, divisions);
    }
    RankSet members = report.ranks();
    Level shared = Level.NODE;
    int[] place = report.placeOf(rank);
    for (int depth = 0; depth < place.length && members.size() > 1; depth++) {
      List<RankSet> groups = divide(members, report, depth);
      int own = positionOf(rank, groups);
      if (groups.size() > 1) {
        divisions.add(GroupDivision.of(shared, groups.toArray(RankSet[]::new), own));
        members = groups.get(own);
      }
      if (place[depth] != NodeReport.NOWHERE) {
        shared = report.levels().get(depth);
      }
    }
    if (members.size() > 1) {
      divisions.add(GroupDivision.ofSingles(shared, members, rank));
    }
    return new Hierarchy(rank, divisions);
  }

  /**
   * Divides the nodes into zones, a zone into racks, a rack into nodes, as far as they are known.
   */
  private static void betweenNodes(NodeTable table, int rank, List<GroupDivision> divisions) {
    int own = table.nodeOf(rank);
    int[] nodes = IntStream.range(0, table.nodes()).toArray();
    Level shared = Level.CLUSTER;
    for (Level level : List.of(Level.ZONE, Level.RACK)) {
      int[] groups = level == Level.ZONE ? table.groups().zones() : table.groups().racks();
      if (groups.length > 0) {
        Map<Integer, List<Integer>> parts = new LinkedHashMap<>();
        for (int node : nodes) {
          parts.computeIfAbsent(groups[node], _ -> new ArrayList<>()).add(node);
        }
        if (parts.size() > 1) {
          RankSet[] sets =
              parts.values().stream().map(part -> union(table, part)).toArray(RankSet[]::new);
          divisions.add(GroupDivision.of(shared, sets, positionOf(rank, List.of(sets))));
        }
        nodes = parts.get(groups[own]).stream().mapToInt(Integer::intValue).toArray();
        shared = level;
      }
    }
    if (nodes.length > 1) {
      RankSet[] sets = IntStream.of(nodes).mapToObj(table::ranksOf).toArray(RankSet[]::new);
      divisions.add(GroupDivision.of(shared, sets, positionOf(rank, List.of(sets))));
    }
  }

  private static RankSet union(NodeTable table, List<Integer> nodes) {
    return RankSet.of(
        nodes.stream().flatMapToInt(node -> table.ranksOf(node).stream()).sorted().toArray());
  }

  private static List<RankSet> divide(RankSet members, NodeReport report, int depth) {
    Map<Integer, List<Integer>> byObject = new LinkedHashMap<>();
    members.stream()
        .forEach(
            member ->
                byObject
                    .computeIfAbsent(report.placeOf(member)[depth], _ -> new ArrayList<>())
                    .add(member));
    return byObject.values().stream()
        .map(group -> RankSet.of(group.stream().mapToInt(Integer::intValue).toArray()))
        .toList();
  }

  private static int positionOf(int rank, List<RankSet> groups) {
    int position = 0;
    while (!groups.get(position).contains(rank)) {
      position++;
    }
    return position;
  }

  /** The rank of these groups. */
  public int rank() {
    return rank;
  }

  /** The divisions of its groups, outermost first; empty if it is alone. */
  public List<GroupDivision> divisions() {
    return divisions;
  }

  /**
   * The level of the link between this rank and another one: the smallest level that they share.
   */
  public Level levelTo(int other) {
    Level level = null;
    for (GroupDivision division : divisions) {
      int group = division.groupOf(other);
      if (group < 0) {
        break;
      }
      level = division.level();
      if (group != division.own()) {
        break;
      }
    }
    if (level == null || other == rank) {
      throw new IllegalArgumentException(
          "there is no link from rank %d to %d".formatted(rank, other));
    }
    return level;
  }
}
