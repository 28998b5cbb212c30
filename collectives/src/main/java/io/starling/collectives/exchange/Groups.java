package io.starling.collectives.exchange;

import io.starling.topology.layout.GroupDivision;
import io.starling.topology.layout.Hierarchy;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The groups of the outermost level that divides the ranks: nodes if there are several, otherwise
 * the largest objects that divide the node. The ranks of a group need not be consecutive. The
 * lowest rank of a group is its leader.
 */
public final class Groups {

  private final List<int[]> members;
  private final int own;

  private Groups(List<int[]> members, int own) {
    this.members = members;
    this.own = own;
  }

  /** The groups of all ranks; every rank computes the same ones. */
  public static Groups of(Hierarchy hierarchy, int size) {
    if (hierarchy.divisions().isEmpty()) {
      return new Groups(List.of(IntStream.range(0, size).toArray()), 0);
    }
    GroupDivision division = hierarchy.divisions().getFirst();
    int[] groupOf = IntStream.range(0, size).map(division::groupOf).toArray();
    List<int[]> members =
        IntStream.range(0, division.count())
            .mapToObj(
                group -> IntStream.range(0, size).filter(rank -> groupOf[rank] == group).toArray())
            .toList();
    return new Groups(members, division.own());
  }

  public int count() {
    return members.size();
  }

  /** The number of this rank's group. */
  public int own() {
    return own;
  }

  /** The ranks of a group, leader first; group numbers wrap around. */
  public int[] members(int group) {
    return members.get(Math.floorMod(group, members.size()));
  }

  /** The first rank of each group. */
  public int[] leaders() {
    return members.stream().mapToInt(group -> group[0]).toArray();
  }
}
