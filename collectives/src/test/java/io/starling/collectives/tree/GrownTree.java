package io.starling.collectives.tree;

import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** All the branches of one tree, and what only shows when they are put together. */
record GrownTree(TreeKind shape, int radix, int size, int root, List<Branch> branches) {

  static GrownTree of(TreeKind shape, int radix, int size, int root) {
    TreeShape function = function(shape, radix);
    List<Branch> branches =
        IntStream.range(0, size).mapToObj(rank -> function.branch(rank, size, root)).toList();
    return new GrownTree(shape, radix, size, root, branches);
  }

  static TreeShape function(TreeKind shape, int radix) {
    return new Parameters(1, 1, 2, radix, shape, Map.of())
        .shape(shape, Layout.flat(1).hierarchy(0));
  }

  int[] childrenOf(int rank) {
    return branches.get(rank).children();
  }

  /** The ranks in the order in which they are met going down from the root, level by level. */
  List<Integer> reached() {
    List<Integer> reached = new ArrayList<>(List.of(root));
    for (int next = 0; next < reached.size() && reached.size() <= size; next++) {
      for (int child : childrenOf(reached.get(next))) {
        reached.add(child);
      }
    }
    return reached;
  }

  /** The ranks from left to right: children below a rank before it, children above it after. */
  List<Integer> leftToRight() {
    List<Integer> ranks = new ArrayList<>();
    collect(root, ranks);
    return ranks;
  }

  private void collect(int rank, List<Integer> into) {
    for (int child : childrenOf(rank)) {
      if (child < rank) {
        collect(child, into);
      }
    }
    into.add(rank);
    for (int child : childrenOf(rank)) {
      if (child > rank) {
        collect(child, into);
      }
    }
  }

  /** How many steps there are from the root to the rank that is farthest away. */
  int depth() {
    return IntStream.range(0, size).map(this::distance).max().orElseThrow();
  }

  private int distance(int rank) {
    int steps = 0;
    for (int at = rank; at != root && steps <= size; at = branches.get(at).parent()) {
      steps++;
    }
    return steps;
  }

  @Override
  public String toString() {
    return "%s, radix %d, size %d, root %d".formatted(shape.label(), radix, size, root);
  }
}
