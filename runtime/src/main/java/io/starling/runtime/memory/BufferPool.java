package io.starling.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * Native scratch memory that is used again: segments of a power of two bytes, aligned to cache
 * lines. In a steady state nothing is allocated. A segment that is dropped instead of released is
 * freed by the collector once nothing refers to it, or never if it is a large one, so memory that a
 * transfer may still write to can simply be forgotten. Used by one thread at a time.
 */
public final class BufferPool {

  private static final int SMALLEST_SHIFT = 6;

  /** Larger ones are as large as asked for, and freed when they are released. */
  public static final long LARGEST_KEPT = 8 << 20;

  private final List<ArrayDeque<MemorySegment>> shelves =
      Stream.generate(ArrayDeque<MemorySegment>::new).limit(Long.SIZE).toList();
  private final MessageMemory memory;

  /** Whose all small segments are; null where the collector frees them. */
  private final Arena arena;

  private final long largestKept;
  private final IdentityHashMap<MemorySegment, Arena> large = new IdentityHashMap<>();
  private long allocatedBytes;

  /** An empty pool of ordinary memory. */
  public BufferPool() {
    this(MessageMemory.ORDINARY);
  }

  /** An empty pool that takes its memory from there. */
  public BufferPool(MessageMemory memory) {
    this(memory, null, LARGEST_KEPT);
  }

  /**
   * The same with segments that are there until the arena is closed, also those that were dropped.
   *
   * @param largestKept larger ones are as large as asked for, and freed when they are released
   */
  public BufferPool(MessageMemory memory, Arena arena, long largestKept) {
    this.memory = memory;
    this.arena = arena;
    this.largestKept = largestKept;
  }

  /** Where it takes its memory from. */
  public MessageMemory memory() {
    return memory;
  }

  /** A segment of at least so many bytes; what is in it is left over from others. */
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

  /** Gives back a segment that {@link #acquire} gave, which nobody uses any more. */
  public void release(MemorySegment segment) {
    if (segment.byteSize() <= largestKept) {
      shelves.get(shiftFor(segment.byteSize())).addLast(segment);
    } else {
      large.remove(segment).close();
    }
  }

  /** All the bytes that were ever allocated. */
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
