package io.starling.collectives.tree;

import io.starling.topology.Level;
import io.starling.topology.layout.GroupDivision;
import io.starling.topology.layout.Hierarchy;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One tree for all levels of the hardware (ADAPT, section 3.2.1 and figure 5). Each level has its
 * own shape between its groups; the shapes are joined at the groups' leaders. The leader of a group
 * is the root if the root is in the group, otherwise the lowest rank. Children on slower links come
 * first, so they are served first.
 *
 * <pre>
 * 3 nodes of 2 packages of 4 cores, chains, root 0
 *
 *   0 ======== 8 ======== 16        cluster: the nodes' leaders
 *   | \        | \         | \
 *   |  4       |  12       |  20    node: the packages' leaders
 *   |  |       |  |        |  |
 *   1  5       9  13      17  21    package: the ranks
 *   |  |       |  |        |  |
 *   2  6 ...  10  14 ...  18  22 ...
 * </pre>
 *
 * <p>In a reduce a leader folds the data of every level: 0 above folds three times as much as 1. If
 * groups relay, each is attached below the last rank of the previous one, 4 below 3: the tree is
 * deeper, but no rank folds more than twice as much as others.
 *
 * <p>Invariants: every rank is reached once. An edge between two groups of a level leads to a
 * leader, from a leader or, if groups relay, from a last rank. The number of edges between the
 * groups of a level is the number of groups minus one.
 */
public final class TopologyTree implements TreeShape {

  private static final int[] NOBODY = {};

  private final Hierarchy hierarchy;
  private final List<GroupDivision> divisions;
  private final Function<Level, TreeShape> shapes;
  private final boolean relays;

  /**
   * The tree as seen by one rank.
   *
   * @param hierarchy the rank's groups
   * @param shapes the shape between the groups of a level; the same on all ranks
   */
  public TopologyTree(Hierarchy hierarchy, Function<Level, TreeShape> shapes) {
    this(hierarchy, hierarchy.divisions(), shapes, false);
  }

  private TopologyTree(
      Hierarchy hierarchy,
      List<GroupDivision> divisions,
      Function<Level, TreeShape> shapes,
      boolean relays) {
    this.hierarchy = hierarchy;
    this.divisions = divisions;
    this.shapes = shapes;
    this.relays = relays;
  }

  /**
   * The topology tree with relays: below the outermost level, groups are attached to the last rank
   * of another group rather than its leader, so that no rank has the children of several levels.
   */
  public static TreeShape relaying(Hierarchy hierarchy, Function<Level, TreeShape> shapes) {
    return new TopologyTree(hierarchy, hierarchy.divisions(), shapes, true);
  }

  /** The topology tree without the outermost edges: each outermost group has a separate tree. */
  public static TreeShape inside(Hierarchy hierarchy, Function<Level, TreeShape> shapes) {
    List<GroupDivision> all = hierarchy.divisions();
    return new TopologyTree(
        hierarchy, all.isEmpty() ? all : all.subList(1, all.size()), shapes, false);
  }

  /**
   * The place of the rank whose groups were given, in time and memory linear in the number of
   * groups into which its own groups are divided.
   *
   * @throws IllegalArgumentException if it is another rank
   */
  @Override
  public Branch branch(int rank, int size, int root) {
    if (rank != hierarchy.rank()) {
      throw new IllegalArgumentException(
          "these are the groups of rank %d, not %d".formatted(hierarchy.rank(), rank));
    }
    int parent = Branch.NONE;
    int[] children = NOBODY;
    for (GroupDivision division : divisions) {
      if (division.leader(division.own(), root) == rank) {
        Branch between = between(division, root);
        if (!between.isRoot()) {
          parent = joint(division, between.parent(), root);
        }
      }
      if (joint(division, division.own(), root) == rank) {
        children = append(children, between(division, root).children(), division, root);
      }
    }
    return new Branch(parent, children);
  }

  /** The rank of a group to which the groups below are attached. */
  private int joint(GroupDivision division, int group, int root) {
    boolean isOutermost = division == divisions.getFirst();
    return relays && !isOutermost ? division.last(group, root) : division.leader(group, root);
  }

  /** The place of this rank's group; if the root is elsewhere, the lowest rank is in group 0. */
  private Branch between(GroupDivision division, int root) {
    int first = Math.max(0, division.groupOf(root));
    return shapes.apply(division.level()).branch(division.own(), division.count(), first);
  }

  private static int[] append(int[] children, int[] groups, GroupDivision division, int root) {
    return IntStream.concat(
            Arrays.stream(children),
            Arrays.stream(groups).map(group -> division.leader(group, root)))
        .toArray();
  }
}
