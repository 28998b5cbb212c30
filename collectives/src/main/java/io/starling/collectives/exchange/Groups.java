package io.starling.collectives.exchange;

import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Tier;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the outermost level that divides the ranks divides them: by nodes where there are several,
 * else by the largest pieces of the node. Ranks of a group need not follow one another. The lowest
 * of a group leads it.
 */
public final class Groups {

  private final List<int[]> members;
  private final int own;

  private Groups(List<int[]> members, int own) {
    this.members = members;
    this.own = own;
  }

  /** The groups of all ranks, as one of them sees them: all see the same ones. */
  public static Groups of(Hierarchy hierarchy, int size) {
    if (hierarchy.tiers().isEmpty()) {
      return new Groups(List.of(IntStream.range(0, size).toArray()), 0);
    }
    Tier tier = hierarchy.tiers().getFirst();
    int[] groupOf = IntStream.range(0, size).map(tier::groupOf).toArray();
    List<int[]> members =
        IntStream.range(0, tier.count())
            .mapToObj(
                group -> IntStream.range(0, size).filter(rank -> groupOf[rank] == group).toArray())
            .toList();
    return new Groups(members, tier.own());
  }

  public int count() {
    return members.size();
  }

  /** The number of this rank's group. */
  public int own() {
    return own;
  }

  /** The ranks of a group, the leader first; from the last group on it begins again. */
  public int[] members(int group) {
    return members.get(Math.floorMod(group, members.size()));
  }

  /** The first rank of each group. */
  public int[] leaders() {
    return members.stream().mapToInt(group -> group[0]).toArray();
  }
}
