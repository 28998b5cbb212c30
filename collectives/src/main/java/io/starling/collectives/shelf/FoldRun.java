package io.starling.collectives.shelf;

import io.starling.collectives.tree.Branch;
import io.starling.runtime.reduction.Fold;

/**
 * A reduce as the ranks of a group work on it: its numbers, its fold, and the groups whose results
 * it folds. The route is that of a broadcast from the root, backwards.
 */
final class FoldRun {

  private final long first;
  private final int segments;
  private final long bytes;
  private final long segmentBytes;
  private final Fold fold;
  private final Route route;
  private int nearChild = Branch.NONE;
  private int[] farChildren;

  /** Below this number the root, if it is this rank, has taken all results. */
  private long kept;

  /**
   * A reduce.
   *
   * @param first the number of its first segment
   */
  FoldRun(long first, int segments, long bytes, long segmentBytes, Fold fold, Route route) {
    this.first = first;
    this.segments = segments;
    this.bytes = bytes;
    this.segmentBytes = segmentBytes;
    this.fold = fold;
    this.route = route;
    kept = end();
  }

  boolean isConnected() {
    return farChildren != null;
  }

  /**
   * Sets from where results come.
   *
   * @param near the group of this node whose results it reads where they are, or NONE
   * @param far the numbers of the shelves whose results it gets
   */
  void connect(int near, int... far) {
    nearChild = near;
    farChildren = far;
  }

  long first() {
    return first;
  }

  long end() {
    return first + segments;
  }

  boolean contains(long number) {
    return number >= first && number < end();
  }

  long offset(long number) {
    return (number - first) * segmentBytes;
  }

  long length(long number) {
    return Math.min(segmentBytes, bytes - offset(number));
  }

  Fold fold() {
    return fold;
  }

  Route route() {
    return route;
  }

  int nearChild() {
    return nearChild;
  }

  int[] farChildren() {
    return farChildren;
  }

  /** The number of results of other groups that each segment needs. */
  int children() {
    return farChildren.length + (nearChild == Branch.NONE ? 0 : 1);
  }

  long kept() {
    return kept;
  }

  void keep(long number) {
    kept = number;
  }
}
