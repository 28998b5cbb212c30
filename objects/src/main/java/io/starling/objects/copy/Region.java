package io.starling.objects.copy;

import java.lang.foreign.MemorySegment;

/**
 * The memory behind offsets. It is larger than what a store may use, so that a free range of any
 * size exists; only prepared ranges take memory of the machine.
 */
public interface Region {

  /**
   * Gives a range memory now, as a later access could not fail well.
   *
   * @return false if the machine has none
   */
  boolean prepare(long offset, long length);

  /**
   * A range that is prepared.
   *
   * @return null in a study that carries no contents
   */
  MemorySegment at(long offset, long length);

  /** Gives the memory of a range back to the machine. */
  void punch(long offset, long length);
}
