package io.starling.objects.copy;

import java.lang.foreign.MemorySegment;

/**
 * The memory behind offsets. It is larger than what a store may use, so that a free range of any
 * size exists; only prepared ranges take memory of the machine.
 */
public interface Region {

  /**
   * Gives a range memory, or fails now rather than at a later access.
   *
   * @return the range; null in a study that carries no contents
   */
  MemorySegment prepare(long offset, long length);

  /** Gives the memory of a range back to the machine. */
  void punch(long offset, long length);
}
