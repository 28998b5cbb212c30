package io.starling.runtime.datatype;

import java.lang.foreign.MemorySegment;

/**
 * The places of the packed bytes of data, in the order in which they travel (MPI 4.1, section 5.1).
 * They are runs of bytes, expressed as loops where they are regular, so that a map is as short as
 * its description. Data without gaps is always a single {@link Block}. Offsets are in bytes from
 * the beginning of the first element, and may be negative.
 */
public sealed interface TypeMap permits Block, Loop, Sequence {

  /** The number of packed bytes. */
  long size();

  /** The lowest offset of a byte. */
  long start();

  /** The highest offset of a byte, plus one. */
  long end();

  /** Whether it is known, without counting, that no byte occurs twice. */
  boolean isPlainlyDisjoint();

  /** The same runs at a shifted place. */
  TypeMap shifted(long bytes);

  /** The number of runs, at most {@link Long#MAX_VALUE}. */
  long runs();

  /**
   * Moves the packed bytes from {@code from} on, run by run. It starts in O(log runs) and allocates
   * nothing.
   *
   * @param base the origin of offsets, in {@code scattered}
   * @param length the number of packed bytes, all within the map
   * @param packedOffset their offset in {@code packed}
   */
  void move(
      Mover mover,
      MemorySegment scattered,
      long base,
      long from,
      long length,
      MemorySegment packed,
      long packedOffset);

  /**
   * Whether two maps overlap; false if the answer would cost too much.
   *
   * @param base the origin of this map's offsets
   * @param otherBase the origin of the other map's offsets
   */
  default boolean overlaps(long base, TypeMap other, long otherBase) {
    return Runs.overlap(this, base, other, otherBase);
  }

  /** An action on runs. */
  @FunctionalInterface
  interface Mover {

    /**
     * Moves equal runs at equal distances; in {@code packed} they are contiguous.
     *
     * @param offset of the first run
     * @param stride from run to run
     * @param count how many runs, at least one
     * @param length the bytes of a run, at least one
     */
    void move(
        MemorySegment scattered,
        long offset,
        long stride,
        long count,
        long length,
        MemorySegment packed,
        long packedOffset);
  }

  /**
   * A map repeated, {@code stride} bytes apart.
   *
   * @throws ArithmeticException if it spans more than 2^63 - 1 bytes
   */
  static TypeMap repeated(long count, long stride, TypeMap map) {
    if (count == 0 || map.size() == 0) {
      return Block.EMPTY;
    }
    if (count == 1) {
      return map;
    }
    return switch (map) {
      case Block block when block.length() == stride ->
          new Block(block.offset(), Math.multiplyExact(count, stride));
      case Loop inner when isContinued(inner, stride) ->
          new Loop(Math.multiplyExact(count, inner.count()), inner.stride(), inner.body());
      default -> new Loop(count, stride, map);
    };
  }

  private static boolean isContinued(Loop loop, long stride) {
    return Math.multiplyExact(loop.count(), loop.stride()) == stride;
  }
}
