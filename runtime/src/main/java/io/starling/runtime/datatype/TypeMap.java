package io.starling.runtime.datatype;

import java.lang.foreign.MemorySegment;

/**
 * Where the packed bytes of data lie, in the order in which they travel: runs of bytes, written
 * down as loops wherever they are regular, so that a map is as short as its description (MPI 4.1,
 * section 5.1). It is canonical enough that data without gaps is a single {@link Block}. Offsets
 * are in bytes from where the first element begins, and may be negative.
 */
public sealed interface TypeMap permits Block, Loop, Sequence {

  /** How many packed bytes there are. */
  long size();

  /** The lowest offset of a byte. */
  long start();

  /** The highest offset of a byte, plus one. */
  long end();

  /** Whether it is plain, without counting, that no byte comes twice. */
  boolean isPlainlyDisjoint();

  /** The same runs somewhere else. */
  TypeMap shifted(long bytes);

  /** How many runs there are, or {@link Long#MAX_VALUE} for more. */
  long runs();

  /**
   * Moves the packed bytes from {@code from} on, run by run: begins in O(log runs) and allocates
   * nothing.
   *
   * @param base what offsets are counted from, in {@code scattered}
   * @param length how many packed bytes, all of which exist
   * @param packedOffset where they begin in {@code packed}
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
   * Whether two maps have a byte in common; false where the answer would cost too much.
   *
   * @param base what this one's offsets are counted from
   * @param otherBase what the other one's are
   */
  default boolean overlaps(long base, TypeMap other, long otherBase) {
    return Runs.overlap(this, base, other, otherBase);
  }

  /** What is done with runs. */
  @FunctionalInterface
  interface Mover {

    /**
     * Moves equal runs at equal distances; they are one after the other in {@code packed}.
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
   * A map over and over, {@code stride} bytes apart.
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
