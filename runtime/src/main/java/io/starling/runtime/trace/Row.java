package io.starling.runtime.trace;

import java.util.Arrays;

/** One row of slices; each is nested in others or beside them. */
final class Row {

  /** In place of a depth: there is no room. */
  static final int NONE = -1;

  private final boolean nests;
  private long[] ends = new long[4];
  private int depth;

  Row(boolean nests) {
    this.nests = nests;
  }

  /**
   * Adds a slice, which begins no earlier than those before it.
   *
   * @return its nesting depth, or {@link #NONE} if there is no room
   */
  int add(long begin, long end) {
    while (depth > 0 && ends[depth - 1] <= begin) {
      depth--;
    }
    if (depth > 0 && (!nests || end > ends[depth - 1])) {
      return NONE;
    }
    if (depth == ends.length) {
      ends = Arrays.copyOf(ends, 2 * depth);
    }
    ends[depth] = end;
    return depth++;
  }
}
