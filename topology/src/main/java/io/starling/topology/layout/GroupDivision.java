package io.starling.topology.layout;

import io.starling.topology.Level;

/**
 * The division of a group of ranks into smaller ones: the packages of a node, the ranks of a
 * package. Messages between two of the smaller groups use the link of {@code level}, the level of
 * the larger group.
 */
public final class GroupDivision {

  private final Level level;
  private final RankSet[] groups;
  private final RankSet singles;
  private final int own;

  private GroupDivision(Level level, RankSet[] groups, RankSet singles, int own) {
    this.level = level;
    this.groups = groups;
    this.singles = singles;
    this.own = own;
  }

  /**
   * A division into groups, in the order of their lowest ranks; {@code own} is the rank's group.
   */
  static GroupDivision of(Level level, RankSet[] groups, int own) {
    return new GroupDivision(level, groups, null, own);
  }

  /** A division into single ranks. */
  static GroupDivision ofSingles(Level level, RankSet ranks, int rank) {
    return new GroupDivision(level, null, ranks, ranks.indexOf(rank));
  }

  /** The level of the link between the groups. */
  public Level level() {
    return level;
  }

  /** The number of groups; at least two. */
  public int count() {
    return groups == null ? singles.size() : groups.length;
  }

  /** The position of this rank's group. */
  public int own() {
    return own;
  }

  /** The position of a rank's group, or -1 if it is in none of them. */
  public int groupOf(int rank) {
    if (groups == null) {
      return singles.indexOf(rank);
    }
    for (int group = 0; group < groups.length; group++) {
      if (groups[group].contains(rank)) {
        return group;
      }
    }
    return -1;
  }

  /**
   * The leader, which connects a group to the others: the root if it is in the group, otherwise the
   * lowest rank.
   */
  public int leader(int group, int root) {
    if (groups == null) {
      return singles.get(group);
    }
    return groups[group].contains(root) ? root : groups[group].lowest();
  }

  /**
   * The rank before the group's leader, cyclically: the end of a chain that begins at the leader.
   */
  public int last(int group, int root) {
    if (groups == null) {
      return singles.get(group);
    }
    RankSet ranks = groups[group];
    return ranks.get(Math.floorMod(ranks.indexOf(leader(group, root)) - 1, ranks.size()));
  }

  @Override
  public String toString() {
    return level.label() + " of " + count();
  }
}
