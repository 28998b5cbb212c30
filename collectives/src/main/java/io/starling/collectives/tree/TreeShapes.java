package io.starling.collectives.tree;

import java.util.Arrays;

/**
 * The shapes. Numbers in the drawings are ranks counted from the root on, modulo the size.
 *
 * <pre>
 * chain        0 - 1 - 2 - 3 - 4          flat    0 - { 1 2 3 4 5 6 7 }
 *
 * binary           0                      binomial        0
 *                1   2                                4   2   1
 *               3 4 5 6                             6 5   3
 *                                                   7
 * </pre>
 */
public final class TreeShapes {

  private TreeShapes() {}

  /** Every rank has one child: the longest pipeline, the least work per rank. */
  public static Branch chain(int rank, int size, int root) {
    int position = fromRoot(rank, size, root);
    int parent = position == 0 ? Branch.NONE : toRank(position - 1, size, root);
    return position == size - 1
        ? new Branch(parent)
        : new Branch(parent, toRank(position + 1, size, root));
  }

  /** Every rank has two children, as in a heap. */
  public static Branch binary(int rank, int size, int root) {
    int position = fromRoot(rank, size, root);
    int parent = position == 0 ? Branch.NONE : toRank((position - 1) / 2, size, root);
    long left = 2L * position + 1;
    int count = Math.clamp(size - left, 0, 2);
    int[] children = new int[count];
    for (int c = 0; c < count; c++) {
      children[c] = toRank((int) left + c, size, root);
    }
    return new Branch(parent, children);
  }

  /** The root is the parent of all. */
  public static Branch flat(int rank, int size, int root) {
    if (rank != root) {
      return new Branch(root);
    }
    int[] children = new int[size - 1];
    for (int c = 0; c < children.length; c++) {
      children[c] = toRank(c + 1, size, root);
    }
    return new Branch(Branch.NONE, children);
  }

  /** The k-nomial tree of radix 2. */
  public static Branch binomial(int rank, int size, int root) {
    return kNomial(rank, size, root, 2);
  }

  /**
   * A position's parent is the position with its lowest digit that is not zero, in base {@code
   * radix}, set to zero. The child with the largest subtree comes first.
   */
  public static Branch kNomial(int rank, int size, int root, int radix) {
    int position = fromRoot(rank, size, root);
    long weight = 1;
    int levels = 0;
    while (weight < size && position % (weight * radix) == 0) {
      weight *= radix;
      levels++;
    }
    int parent =
        position == 0 ? Branch.NONE : toRank(parentOf(position, weight, radix), size, root);
    int[] children = new int[(int) Math.min(levels * (radix - 1L), size - 1L - position)];
    int count = 0;
    for (long step = weight / radix; step >= 1; step /= radix) {
      for (int digit = 1; digit < radix && position + digit * step < size; digit++) {
        children[count++] = toRank((int) (position + digit * step), size, root);
      }
    }
    return new Branch(parent, Arrays.copyOf(children, count));
  }

  private static int parentOf(int position, long weight, int radix) {
    return (int) (position - position % (weight * radix));
  }

  /**
   * A binary tree whose subtrees are consecutive ranks: those of the left child are lower than the
   * rank, those of the right child higher. A reduce thus folds in rank order, for any root.
   */
  public static Branch inOrderBinary(int rank, int size, int root) {
    int low = 0;
    int high = size;
    int node = root;
    int parent = Branch.NONE;
    while (node != rank) {
      parent = node;
      if (rank < node) {
        high = node;
      } else {
        low = node + 1;
      }
      node = middle(low, high);
    }
    boolean hasLeft = low < rank;
    boolean hasRight = rank + 1 < high;
    if (hasLeft && hasRight) {
      return new Branch(parent, middle(low, rank), middle(rank + 1, high));
    }
    if (hasLeft) {
      return new Branch(parent, middle(low, rank));
    }
    return hasRight ? new Branch(parent, middle(rank + 1, high)) : new Branch(parent);
  }

  private static int middle(int low, int high) {
    return (low + high) >>> 1;
  }

  private static int fromRoot(int rank, int size, int root) {
    int position = rank - root;
    return position < 0 ? position + size : position;
  }

  private static int toRank(int position, int size, int root) {
    int rank = position + root;
    return rank >= size ? rank - size : rank;
  }
}
