package io.starling.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * A pool of native scratch memory: segments of a power of two bytes, aligned to cache lines. In a
 * steady state nothing is allocated. A segment that is dropped rather than released is freed by the
 * garbage collector, or never if it is large. Memory to which a transfer may still write can
 * therefore be dropped. Used by one thread at a time.
 */
public final class BufferPool {

  private static final int SMALLEST_SHIFT = 6;

  /** Larger segments have the requested size, and are freed when they are released. */
  public static final long LARGEST_KEPT = 8 << 20;

  private final List<ArrayDeque<MemorySegment>> shelves =
      Stream.generate(ArrayDeque<MemorySegment>::new).limit(Long.SIZE).toList();
  private final MessageMemory memory;

  /** The arena of all small segments; null if the garbage collector frees them. */
  private final Arena arena;

  private final long largestKept;
  private final IdentityHashMap<MemorySegment, Arena> large = new IdentityHashMap<>();
  private long allocatedBytes;

  /** An empty pool of ordinary memory. */
  public BufferPool() {
    this(MessageMemory.ORDINARY);
  }

  /** An empty pool with a source of memory. */
  public BufferPool(MessageMemory memory) {
    this(memory, null, LARGEST_KEPT);
  }

  /**
   * An empty pool whose segments live until the arena is closed, even if they are dropped.
   *
   * @param largestKept the largest pooled segment in bytes; larger segments have the requested
   *     size, and are freed when they are released
   */
  public BufferPool(MessageMemory memory, Arena arena, long largestKept) {
    this.memory = memory;
    this.arena = arena;
    this.largestKept = largestKept;
  }

  /** The source of its memory. */
  public MessageMemory memory() {
    return memory;
  }

  /** A segment of at least the given bytes; its content is undefined. */
  public MemorySegment acquire(long bytes) {
    int shift = shiftFor(bytes);
    if (bytes > largestKept) {
      Arena arena = Arena.ofShared();
      MemorySegment segment = allocate(bytes, arena);
      large.put(segment, arena);
      return segment;
    }
    MemorySegment segment = shelves.get(shift).pollLast();
    return segment != null
        ? segment
        : allocate(1L << shift, arena == null ? Arena.ofAuto() : arena);
  }

  /** Returns a segment from {@link #acquire} that is no longer used. */
  public void release(MemorySegment segment) {
    if (segment.byteSize() <= largestKept) {
      shelves.get(shiftFor(segment.byteSize())).addLast(segment);
    } else {
      large.remove(segment).close();
    }
  }

  /** The bytes that were allocated so far, freed ones included. */
  public long allocatedBytes() {
    return allocatedBytes;
  }

  private MemorySegment allocate(long bytes, Arena arena) {
    allocatedBytes += bytes;
    return memory.allocate(bytes, arena);
  }

  private static int shiftFor(long bytes) {
    return Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
  }
}
