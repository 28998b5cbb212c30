package io.starling.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Allocates native memory that is fastest for a transport ({@code MPI_Alloc_mem}, MPI 9.2).
 * Messages may be in any other memory too. May be used by any thread.
 */
@FunctionalInterface
public interface MessageMemory {

  /** The alignment of all memory, in bytes: a cache line. */
  long ALIGNMENT = 64;

  /** Ordinary memory of the arena, for transports without special memory. */
  MessageMemory ORDINARY = (bytes, arena) -> arena.allocate(bytes, ALIGNMENT);

  /**
   * Allocates zeros, aligned to {@link #ALIGNMENT}, with the lifetime and the thread rules of the
   * arena.
   *
   * @param bytes the length in bytes, not negative
   * @throws OutOfMemoryError if there is no memory left
   */
  MemorySegment allocate(long bytes, Arena arena);

  /**
   * Whether memory of this size would be the fast one now; if not, {@link #allocate} gives ordinary
   * memory.
   *
   * @param bytes the length in bytes, not negative
   */
  default boolean hasRoom(long bytes) {
    return true;
  }
}
