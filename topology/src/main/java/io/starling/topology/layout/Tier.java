package io.starling.topology.layout;

import io.starling.topology.Level;

/**
 * How a group of ranks is divided into smaller ones: the packages of a node, the ranks of a
 * package. What passes between two of the smaller groups takes the lane of {@code level}, on which
 * all of the larger group are.
 */
public final class Tier {

  private final Level level;
  private final RankSet[] groups;
  private final RankSet singles;
  private final int own;

  private Tier(Level level, RankSet[] groups, RankSet singles, int own) {
    this.level = level;
    this.groups = groups;
    this.singles = singles;
    this.own = own;
  }

  /**
   * Divided into groups, in the order of their lowest ranks, of which {@code own} is the rank's.
   */
  static Tier of(Level level, RankSet[] groups, int own) {
    return new Tier(level, groups, null, own);
  }

  /** Divided into single ranks. */
  static Tier ofSingles(Level level, RankSet ranks, int rank) {
    return new Tier(level, null, ranks, ranks.indexOf(rank));
  }

  /** The lane between the groups. */
  public Level level() {
    return level;
  }

  /** How many groups; at least two. */
  public int count() {
    return groups == null ? singles.size() : groups.length;
  }

  /** The position of the group that this rank is in. */
  public int own() {
    return own;
  }

  /** The position of the group that a rank is in, or -1 where it is in none of them. */
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

  /** The rank that glues a group to the others: the root where it is in it, else its lowest. */
  public int leader(int group, int root) {
    if (groups == null) {
      return singles.get(group);
    }
    return groups[group].contains(root) ? root : groups[group].lowest();
  }

  /** The rank before the group's leader, going round: where a chain from the leader on ends. */
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
