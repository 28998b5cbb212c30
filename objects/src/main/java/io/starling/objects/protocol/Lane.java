package io.starling.objects.protocol;

import java.util.List;

/**
 * The bytes of an object that a stream brings: all of them, or every other stripe. A broadcast has
 * a tree for each half, so that a store that hands one half on to two others can leave the other
 * half to others.
 *
 * <pre>
 *   object | 0 | 1 | 2 | 3 | 4 |5|     stripes
 *   EVEN   | 0 |   | 2 |   | 4 |
 *   ODD        | 1 |   | 3 |   |5|     both grow at the same pace, so the first bytes are there first
 * </pre>
 *
 * <p>A <em>position</em> counts the bytes of the lane only.
 */
public enum Lane {
  EVEN(0, 2),
  ODD(1, 2),
  ALL(0, 1);

  /** The lanes that together have each byte once. */
  public static final List<Lane> HALVES = List.of(EVEN, ODD);

  private static final long PAGE = 4096;
  private static final long SMALLEST_STRIPE = 64 << 10;
  private static final long LARGEST_STRIPE = 1 << 20;
  private static final long STRIPES = 1024;

  private final int first;
  private final int step;

  Lane(int first, int step) {
    this.first = first;
    this.step = step;
  }

  /**
   * The stripes of an object of this size, and the most bytes that a stream brings at once: small
   * enough that many hops overlap.
   */
  public static long stripe(long size) {
    return Math.clamp(size / STRIPES / PAGE * PAGE, SMALLEST_STRIPE, LARGEST_STRIPE);
  }

  /** Whether another lane is this one, or a part of it. */
  public boolean has(Lane lane) {
    return this == ALL || this == lane;
  }

  /** Where the byte at a position is in the object. */
  public long offset(long position, long stripe) {
    return (position / stripe * step + first) * stripe + position % stripe;
  }

  /** How many of the object's first bytes belong to this lane. */
  public long within(long bytes, long stripe) {
    long round = step * stripe;
    return bytes / round * stripe + Math.clamp(bytes % round - first * stripe, 0, stripe);
  }
}
