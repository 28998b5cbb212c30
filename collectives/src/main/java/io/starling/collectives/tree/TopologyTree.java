package io.starling.collectives.tree;

import io.starling.topology.Level;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Tier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One tree for all levels of the hardware (ADAPT, section 3.2.1 and figure 5): between the groups
 * of every level a shape of its own, glued at the groups' leaders. A leader is the root where the
 * root is in the group, else the group's lowest rank. Children on slower lanes come first, so they
 * are served first.
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
 * <p>In a reduce a leader folds what comes on every level, 0 above three times as much as 1. Where
 * groups relay, each hangs below the last rank of the one before, 4 below 3: deeper, but nobody
 * folds more than twice as much as others.
 *
 * <p>Invariants: every rank is reached once; an edge between two groups of a level leads to a
 * leader, from a leader or, where groups relay, from a last rank; so as many edges join the groups
 * of a level as there are groups, less one.
 */
public final class TopologyTree implements TreeShape {

  private static final int[] NOBODY = {};

  private final Hierarchy hierarchy;
  private final List<Tier> tiers;
  private final Function<Level, TreeShape> shapes;
  private final boolean relays;

  /**
   * The tree as seen by one rank.
   *
   * @param hierarchy the rank's groups
   * @param shapes the shape between the groups of a level; each rank must give the same
   */
  public TopologyTree(Hierarchy hierarchy, Function<Level, TreeShape> shapes) {
    this(hierarchy, hierarchy.tiers(), shapes, false);
  }

  private TopologyTree(
      Hierarchy hierarchy, List<Tier> tiers, Function<Level, TreeShape> shapes, boolean relays) {
    this.hierarchy = hierarchy;
    this.tiers = tiers;
    this.shapes = shapes;
    this.relays = relays;
  }

  /**
   * The same, but below the outermost level groups hang at the last rank of another group instead
   * of its leader, so that no rank has the children of several levels.
   */
  public static TreeShape relaying(Hierarchy hierarchy, Function<Level, TreeShape> shapes) {
    return new TopologyTree(hierarchy, hierarchy.tiers(), shapes, true);
  }

  /** The same without the outermost edges: each outermost group has a tree of its own. */
  public static TreeShape inside(Hierarchy hierarchy, Function<Level, TreeShape> shapes) {
    List<Tier> all = hierarchy.tiers();
    return new TopologyTree(
        hierarchy, all.isEmpty() ? all : all.subList(1, all.size()), shapes, false);
  }

  /**
   * The place of the rank whose groups were given, in time and memory linear in the number of
   * groups that its own are divided into.
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
    for (Tier tier : tiers) {
      if (tier.leader(tier.own(), root) == rank) {
        Branch between = between(tier, root);
        if (!between.isRoot()) {
          parent = joint(tier, between.parent(), root);
        }
      }
      if (joint(tier, tier.own(), root) == rank) {
        children = append(children, between(tier, root).children(), tier, root);
      }
    }
    return new Branch(parent, children);
  }

  /** The rank of a group that the groups below it hang at. */
  private int joint(Tier tier, int group, int root) {
    boolean isOutermost = tier == tiers.getFirst();
    return relays && !isOutermost ? tier.last(group, root) : tier.leader(group, root);
  }

  /** The place of this rank's group; where the root is elsewhere, the lowest rank is in group 0. */
  private Branch between(Tier tier, int root) {
    int first = Math.max(0, tier.groupOf(root));
    return shapes.apply(tier.level()).branch(tier.own(), tier.count(), first);
  }

  private static int[] append(int[] children, int[] groups, Tier tier, int root) {
    return IntStream.concat(
            Arrays.stream(children), Arrays.stream(groups).map(group -> tier.leader(group, root)))
        .toArray();
  }
}
