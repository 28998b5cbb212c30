package io.starling.collectives.exchange;

/**
 * A binomial tree on a circle of ranks, counted from the root on. A rank's subtree is the rank and
 * those that follow it, so that their blocks are contiguous.
 *
 * <pre>
 * 0 ┬ 1            subtrees   0: 0 to 7
 *   ├ 2 ─ 3                   4: 4 to 7
 *   └ 4 ┬ 5                   2: 2 to 3
 *       └ 6 ─ 7               6: 6 to 7
 * </pre>
 */
public final class BinomialTree {

  private final int size;
  private final int root;
  private final int place;
  private final int bound;

  /** The place of a rank. */
  public BinomialTree(int rank, int size, int root) {
    this.size = size;
    this.root = root;
    place = Math.floorMod(rank - root, size);
    bound = place == 0 ? size : Integer.lowestOneBit(place);
  }

  public boolean isRoot() {
    return place == 0;
  }

  /** The parent; not defined for the root. */
  public int parent() {
    return (place - bound + root) % size;
  }

  /** The number of ranks in this rank's subtree. */
  public int extent() {
    return Math.min(bound, size - place);
  }

  /** The number of children; those with smaller subtrees come first. */
  public int children() {
    int extent = extent();
    return Integer.SIZE - Integer.numberOfLeadingZeros(extent - 1);
  }

  /** The rank of a child. */
  public int child(int index) {
    return (place + (1 << index) + root) % size;
  }

  /** The number of ranks in the subtree of a child. */
  public int extentOf(int index) {
    return Math.min(1 << index, size - place - (1 << index));
  }
}
