package io.starling.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory from which a transport sends and receives at its best ({@code MPI_Alloc_mem}, MPI
 * 9.2). Messages may lie elsewhere too; here they are cheaper. May be used by any thread.
 */
@FunctionalInterface
public interface MessageMemory {

  /** The alignment of all that is allocated, in bytes: a cache line. */
  long ALIGNMENT = 64;

  /** Memory of the arena's own, for transports that know nothing better. */
  MessageMemory ORDINARY = (bytes, arena) -> arena.allocate(bytes, ALIGNMENT);

  /**
   * So many zeros, aligned to {@link #ALIGNMENT}, which live and are accessible as long as the
   * arena.
   *
   * @param bytes at least 0
   * @throws OutOfMemoryError if there is no memory left
   */
  MemorySegment allocate(long bytes, Arena arena);
}
