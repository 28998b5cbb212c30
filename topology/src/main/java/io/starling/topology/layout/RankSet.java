package io.starling.topology.layout;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Ranks in ascending order. If their distances are equal, as in every regular mapping, three
 * numbers represent them.
 */
public final class RankSet {

  private final int first;
  private final int stride;
  private final int count;
  private final int[] listed;

  private RankSet(int first, int stride, int count, int[] listed) {
    this.first = first;
    this.stride = stride;
    this.count = count;
    this.listed = listed;
  }

  /**
   * A number of ranks at equal distances.
   *
   * @throws IllegalArgumentException if the first is negative, stride or count is less than 1, or
   *     the last exceeds the largest integer
   */
  public static RankSet regular(int first, int stride, int count) {
    if (first < 0 || stride < 1 || count < 1) {
      throw new IllegalArgumentException(
          "no ranks: first %d, stride %d, count %d".formatted(first, stride, count));
    }
    if (first + (count - 1L) * stride > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "ranks beyond %d: first %d, stride %d, count %d"
              .formatted(Integer.MAX_VALUE, first, stride, count));
    }
    return new RankSet(first, stride, count, null);
  }

  /**
   * A set of the given ranks.
   *
   * @throws IllegalArgumentException if there are none, they do not ascend, or one is negative
   */
  public static RankSet of(int... ranks) {
    if (ranks.length == 0 || ranks[0] < 0) {
      throw new IllegalArgumentException("no ranks: " + Arrays.toString(ranks));
    }
    int stride = ranks.length == 1 ? 1 : ranks[1] - ranks[0];
    boolean regular = true;
    for (int i = 1; i < ranks.length; i++) {
      if (ranks[i] <= ranks[i - 1]) {
        throw new IllegalArgumentException(
            "ranks do not ascend: %d after %d".formatted(ranks[i], ranks[i - 1]));
      }
      regular &= ranks[i] - ranks[i - 1] == stride;
    }
    return new RankSet(ranks[0], stride, ranks.length, regular ? null : ranks.clone());
  }

  /** The number of ranks; at least one. */
  public int size() {
    return count;
  }

  /** The rank at a position from 0 to size - 1. */
  public int get(int position) {
    return listed == null ? first + position * stride : listed[position];
  }

  /** The lowest rank. */
  public int lowest() {
    return first;
  }

  /** The position of a rank, or -1 if it is not in the set. */
  public int indexOf(int rank) {
    if (listed != null) {
      return Math.max(-1, Arrays.binarySearch(listed, rank));
    }
    if (rank < first || (rank - first) % stride != 0) {
      return -1;
    }
    int position = (rank - first) / stride;
    return position < count ? position : -1;
  }

  /** Whether the rank is in the set. */
  public boolean contains(int rank) {
    return indexOf(rank) >= 0;
  }

  /** The ranks in ascending order. */
  public IntStream stream() {
    return listed == null
        ? IntStream.range(0, count).map(position -> first + position * stride)
        : Arrays.stream(listed);
  }

  /** Whether all distances are equal. */
  boolean isRegular() {
    return listed == null;
  }

  /** The distance, if all are equal. */
  int stride() {
    return stride;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RankSet set
        && first == set.first
        && count == set.count
        && (count == 1 || stride == set.stride)
        && Arrays.equals(listed, set.listed);
  }

  @Override
  public int hashCode() {
    return 31 * first + count;
  }

  @Override
  public String toString() {
    if (count == 1) {
      return String.valueOf(first);
    }
    if (listed != null) {
      return Arrays.toString(listed);
    }
    String range = first + "-" + get(count - 1);
    return stride == 1 ? range : range + ":" + stride;
  }
}
