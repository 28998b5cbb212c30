package io.starling.runtime.transport.shared;

import java.util.Arrays;

/**
 * The chunks of a sender's region through which long messages go whose memory is on the Java heap.
 * The sender copies to one chunk after the other, the receiver from there, both at once. A chunk
 * that the receiver has taken is used again at once, while it is in the cache. So a message needs
 * few of them, unless its receiver is late: then the sender takes as many as it needs, and goes on
 * computing.
 *
 * <pre>
 *   table     place of chunk 0 │ place of chunk 1 │ ...      the last TABLE_LENGTH of the message
 * </pre>
 */
final class Chunks {

  static final long NONE = SharedHeap.NONE;
  static final long BYTES = 64 << 10;

  /** By so many chunks a sender may be ahead of its receiver. */
  static final long TABLE_LENGTH = BYTES / Long.BYTES;

  private static final int MOST_KEPT = 512;

  private final SharedHeap heap;
  private long[] free = new long[16];
  private int count;

  /** Chunks of a region's heap. */
  Chunks(SharedHeap heap) {
    this.heap = heap;
  }

  /** Takes a chunk and returns its offset in the region, or NONE. */
  long take() {
    return count > 0 ? free[--count] : heap.take(BYTES);
  }

  /** Takes a chunk for a table, unless none would be left for the message. */
  long takeTable() {
    long table = take();
    long first = table == NONE ? NONE : take();
    if (first != NONE) {
      give(first);
      return table;
    }
    if (table != NONE) {
      give(table);
    }
    return NONE;
  }

  /** Gives a chunk back; the next one who takes gets it. */
  void give(long chunk) {
    if (count == MOST_KEPT) {
      heap.give(chunk, BYTES);
      return;
    }
    if (count == free.length) {
      free = Arrays.copyOf(free, 2 * count);
    }
    free[count++] = chunk;
  }

  /** The place of a byte's chunk, by the address of the table. */
  static long of(long table, long position) {
    return Words.get(entry(table, position / BYTES));
  }

  /** The address of the place of a chunk of the message. */
  static long entry(long table, long number) {
    return table + number % TABLE_LENGTH * Long.BYTES;
  }
}
