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
  private final long mostHeld;
  private final IdentityHashMap<MemorySegment, Arena> large = new IdentityHashMap<>();
  private long allocatedBytes;

  /** The bytes of pooled segments, kept or in use. */
  private long held;

  /** An empty pool of ordinary memory. */
  public BufferPool() {
    this(MessageMemory.ORDINARY);
  }

  /** An empty pool with a source of memory. */
  public BufferPool(MessageMemory memory) {
    this(memory, null, LARGEST_KEPT);
  }

  /**
   * An empty pool of ordinary memory that drops segments of other lengths which it keeps before it
   * allocates one.
   *
   * @param mostHeld the most bytes that it keeps and its user has together, as long as the user has
   *     fewer
   */
  public BufferPool(long mostHeld) {
    this(MessageMemory.ORDINARY, null, LARGEST_KEPT, mostHeld);
  }

  /**
   * An empty pool whose segments live until the arena is closed, even if they are dropped.
   *
   * @param largestKept the largest pooled segment in bytes; larger segments have the requested
   *     size, and are freed when they are released
   */
  public BufferPool(MessageMemory memory, Arena arena, long largestKept) {
    this(memory, arena, largestKept, Long.MAX_VALUE);
  }

  private BufferPool(MessageMemory memory, Arena arena, long largestKept, long mostHeld) {
    this.mostHeld = mostHeld;
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
    return segment != null ? segment : allocatePooled(1L << shift);
  }

  private MemorySegment allocatePooled(long bytes) {
    for (int shift = Long.SIZE - 1; held > mostHeld - bytes && shift >= SMALLEST_SHIFT; shift--) {
      while (held > mostHeld - bytes && shelves.get(shift).pollFirst() != null) {
        held -= 1L << shift;
      }
    }
    held += bytes;
    return allocate(bytes, arena == null ? Arena.ofAuto() : arena);
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

  /** The bytes of pooled segments that it keeps or its user has. */
  public long heldBytes() {
    return held;
  }

  private MemorySegment allocate(long bytes, Arena arena) {
    allocatedBytes += bytes;
    return memory.allocate(bytes, arena);
  }

  private static int shiftFor(long bytes) {
    return Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
  }
}
