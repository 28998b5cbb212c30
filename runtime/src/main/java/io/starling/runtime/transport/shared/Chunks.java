package io.starling.runtime.transport.shared;

/**
 * The chunks of a sender's region through which long messages go whose memory is on the Java heap.
 * The sender copies to one chunk after the other, the receiver from there, both at once. Chunks
 * that the receiver has taken are used again in turn, while they are in the cache. So a message
 * needs few of them, unless its receiver is late: then the sender takes as many as it needs, and
 * goes on computing.
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

  /** A power of two. */
  private static final int MOST_KEPT = 512;

  /** The chunk that the receiver has just read rests while so many others are used. */
  private static final int LEAST_FREE = 2;

  private final SharedHeap heap;

  /** The free chunks, a queue: the one that came back first is used first. */
  private final long[] free = new long[MOST_KEPT];

  private int first;
  private int count;

  /** Chunks of a region's heap. */
  Chunks(SharedHeap heap) {
    this.heap = heap;
  }

  /** Takes a chunk and returns its offset in the region, or NONE. */
  long take() {
    long chunk = count > LEAST_FREE ? NONE : heap.take(BYTES);
    return chunk == NONE && count > 0 ? pollFirst() : chunk;
  }

  private long pollFirst() {
    long chunk = free[first];
    first = (first + 1) % MOST_KEPT;
    count--;
    return chunk;
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

  /** Gives a chunk back. */
  void give(long chunk) {
    if (count == MOST_KEPT) {
      heap.give(chunk, BYTES);
    } else {
      free[(first + count++) % MOST_KEPT] = chunk;
    }
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
