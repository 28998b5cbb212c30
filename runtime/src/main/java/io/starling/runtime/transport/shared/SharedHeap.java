package io.starling.runtime.transport.shared;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Allocates pieces of a rank's region, from which peers copy without a system call. Pieces have a
 * power of two bytes and are reused for the same size; huge ones have whole pages, as the region
 * would soon be full of what is rounded up. The pages of a large piece return to the system when it
 * is freed. A piece can't be accessed after its arena is closed. The region stays mapped while any
 * piece lives, so a premature free can't crash the JVM.
 */
final class SharedHeap implements MessageMemory {

  static final long NONE = -1;

  private static final int SMALLEST_SHIFT = 6;

  /**
   * The size from which pages are returned to the system: the calls cost less than clearing them.
   */
  private static final long LARGE = 64 << 10;

  /** The size above which pieces are huge. */
  private static final long HUGE = 1L << 30;

  private final SharedRegion region;
  private final Linux linux;
  private final long[][] free = new long[Long.SIZE][0];
  private final int[] freeCount = new int[Long.SIZE];
  private final FreeRanges hugeRanges = new FreeRanges();
  private long end;

  /** The heap of a region. It has its own {@link Linux}, because any thread may free. */
  SharedHeap(SharedRegion region, Linux linux) {
    this.region = region;
    this.end = region.heap();
    this.linux = linux;
  }

  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    if (bytes < 0) {
      throw new IllegalArgumentException("negative size: " + bytes);
    }
    long offset = take(bytes);
    if (offset == NONE) {
      return ORDINARY.allocate(bytes, arena);
    }
    MemorySegment piece = MemorySegment.ofAddress(region.base() + offset);
    try {
      return piece.reinterpret(bytes, arena, _ -> give(offset, bytes));
    } catch (RuntimeException e) {
      give(offset, bytes);
      throw e;
    }
  }

  @Override
  public synchronized boolean hasRoom(long bytes) {
    if (bytes > region.bytes()) {
      return false;
    }
    long size = size(bytes);
    boolean isFree = bytes > HUGE ? hugeRanges.has(size) : freeCount[shift(bytes)] > 0;
    return isFree || fits(place(size), size);
  }

  /** The offset of zeros in the region, or NONE if there is no room. */
  synchronized long take(long bytes) {
    if (bytes > region.bytes()) {
      return NONE;
    }
    long size = size(bytes);
    long offset = bytes > HUGE ? hugeRanges.take(size) : takeFreed(shift(bytes), size);
    return offset == NONE ? extend(size) : offset;
  }

  private long takeFreed(int shift, long size) {
    if (freeCount[shift] == 0) {
      return NONE;
    }
    long offset = free[shift][--freeCount[shift]];
    if (size < LARGE) {
      MemorySegment.ofAddress(region.base() + offset).reinterpret(size).fill((byte) 0);
    }
    return offset;
  }

  private long extend(long size) {
    long offset = place(size);
    if (!fits(offset, size)) {
      return NONE;
    }
    end = offset + size;
    return offset;
  }

  /** Where a piece begins that was never used. */
  private long place(long size) {
    long alignment = Math.min(size, SharedRegion.PAGE);
    return (end + alignment - 1) & -alignment;
  }

  private boolean fits(long offset, long size) {
    return size <= region.bytes() - offset;
  }

  /** Frees a piece of {@link #take} of the given bytes. */
  synchronized void give(long offset, long bytes) {
    long size = size(bytes);
    if (size >= LARGE && linux.removePages(region.base() + offset, size) < 0) {
      MemorySegment.ofAddress(region.base() + offset).reinterpret(size).fill((byte) 0);
    }
    if (bytes > HUGE) {
      hugeRanges.give(offset, size);
      end = hugeRanges.takeEndingAt(end);
      return;
    }
    int shift = shift(bytes);
    if (freeCount[shift] == free[shift].length) {
      free[shift] = Arrays.copyOf(free[shift], Math.max(8, 2 * freeCount[shift]));
    }
    free[shift][freeCount[shift]++] = offset;
  }

  private static long size(long bytes) {
    return bytes > HUGE ? (bytes + SharedRegion.PAGE - 1) & -SharedRegion.PAGE : 1L << shift(bytes);
  }

  private static int shift(long bytes) {
    return Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, bytes) - 1));
  }
}
