package io.starling.topology.locality;

import java.util.Arrays;
import java.util.List;

/**
 * Trees that carry data at the same time. The cost is that of the costliest path from a root to a
 * leaf (Cloud Collectives, section IV-A: double binary tree). A swap changes the paths through two
 * ranks.
 */
public final class TreesPattern implements CommunicationPattern {

  /** In place of the parent of a root. */
  public static final int NONE = -1;

  private final int size;
  private final double bytes;
  private final int[][] parents;
  private final int[][][] children;
  private final int[][] topDown;

  /**
   * Trees over all ranks.
   *
   * @param parents for each tree the parent of each rank, {@link #NONE} for its root
   * @param bytes what each edge carries
   */
  TreesPattern(int size, List<int[]> parents, double bytes) {
    this.size = size;
    this.bytes = bytes;
    this.parents = parents.toArray(int[][]::new);
    children = new int[this.parents.length][][];
    topDown = new int[this.parents.length][];
    for (int tree = 0; tree < this.parents.length; tree++) {
      children[tree] = children(this.parents[tree]);
      topDown[tree] = topDown(this.parents[tree], children[tree]);
    }
  }

  private static int[][] children(int... parents) {
    int[] counts = new int[parents.length];
    for (int parent : parents) {
      if (parent != NONE) {
        counts[parent]++;
      }
    }
    int[][] children = new int[parents.length][];
    Arrays.setAll(children, rank -> new int[counts[rank]]);
    for (int rank = 0; rank < parents.length; rank++) {
      if (parents[rank] != NONE) {
        children[parents[rank]][--counts[parents[rank]]] = rank;
      }
    }
    return children;
  }

  private static int[] topDown(int[] parents, int[]... children) {
    int[] found = new int[parents.length];
    int count = 0;
    for (int rank = 0; rank < parents.length; rank++) {
      if (parents[rank] == NONE) {
        found[count++] = rank;
      }
    }
    if (count != 1) {
      throw new IllegalArgumentException("a tree has one root, not " + count);
    }
    for (int next = 0; next < count; next++) {
      for (int child : children[found[next]]) {
        found[count++] = child;
      }
    }
    if (count != parents.length) {
      throw new IllegalArgumentException("a tree has a cycle");
    }
    return found;
  }

  @Override
  public int size() {
    return size;
  }

  /** What each edge carries. */
  public double bytes() {
    return bytes;
  }

  /** For each tree the parent of each rank, {@link #NONE} for its root. */
  public List<int[]> parents() {
    return Arrays.stream(parents).map(int[]::clone).toList();
  }

  @Override
  public Evaluation evaluate(LinkCosts links, int... order) {
    CommunicationPattern.checkSize(this, links);
    return new TreesEvaluation(links.all(bytes), order);
  }

  /**
   * A tree spans all hosts. So one of its edges is as slow as the slowest of a minimum spanning
   * tree, and each path has as many edges as the tree is deep, none faster than the fastest link.
   */
  @Override
  public double lowerBound(LinkCosts links) {
    CommunicationPattern.checkSize(this, links);
    double[] costs = links.all(bytes);
    SpanningTree spanning = SpanningTree.of(costs, size);
    double bound = 0;
    for (int tree = 0; tree < parents.length; tree++) {
      bound =
          Math.max(
              bound,
              Math.max(
                  spanning.longestEdge() + (shallowest(tree) - 1) * spanning.shortestEdge(),
                  deepest(tree) * spanning.shortestEdge()));
    }
    return size < 2 ? 0 : bound;
  }

  private int[] depths(int tree) {
    int[] depths = new int[size];
    for (int rank : topDown[tree]) {
      depths[rank] = parents[tree][rank] == NONE ? 0 : depths[parents[tree][rank]] + 1;
    }
    return depths;
  }

  private int deepest(int tree) {
    return Arrays.stream(depths(tree)).max().orElse(0);
  }

  /** The depth of the leaf that is nearest to the root. */
  private int shallowest(int tree) {
    int[] depths = depths(tree);
    int least = size;
    for (int rank = 0; rank < size; rank++) {
      if (children[tree][rank].length == 0) {
        least = Math.min(least, depths[rank]);
      }
    }
    return least;
  }

  private final class TreesEvaluation implements Evaluation {

    private final double[] costs;
    private final int[] order;

    /** For each tree and rank, the costliest path from the rank down to a leaf. */
    private final double[][] below;

    /** The same with an 8-norm in place of each maximum: each path has its share. */
    private final double[][] softBelow;

    TreesEvaluation(double[] costs, int... order) {
      this.costs = costs;
      this.order = order.clone();
      below = new double[parents.length][size];
      softBelow = new double[parents.length][size];
      for (int tree = 0; tree < parents.length; tree++) {
        for (int i = size - 1; i >= 0; i--) {
          update(tree, topDown[tree][i]);
        }
      }
    }

    private void update(int tree, int rank) {
      double longest = 0;
      double sum = 0;
      for (int child : children[tree][rank]) {
        double edge = costs[order[rank] * size + order[child]];
        longest = Math.max(longest, edge + below[tree][child]);
        sum += Tournament.power(edge + softBelow[tree][child]);
      }
      below[tree][rank] = longest;
      softBelow[tree][rank] = Tournament.root(sum);
    }

    @Override
    public double cost() {
      double longest = 0;
      for (int tree = 0; tree < parents.length; tree++) {
        longest = Math.max(longest, below[tree][topDown[tree][0]]);
      }
      return longest;
    }

    @Override
    public double energy() {
      double sum = 0;
      for (int tree = 0; tree < parents.length; tree++) {
        sum += Tournament.power(softBelow[tree][topDown[tree][0]]);
      }
      return Tournament.root(sum);
    }

    @Override
    public int[] order() {
      return order.clone();
    }

    @Override
    public void swap(int one, int other) {
      int host = order[one];
      order[one] = order[other];
      order[other] = host;
      for (int tree = 0; tree < parents.length; tree++) {
        refresh(tree, one);
        refresh(tree, other);
      }
    }

    /** From the rank up to the root. */
    private void refresh(int tree, int rank) {
      for (int at = rank; at != NONE; at = parents[tree][at]) {
        update(tree, at);
      }
    }
  }
}
