package io.starling.runtime.transport.matching;

import java.lang.foreign.MemorySegment;

/**
 * The receives that wait for a message. A message is matched with the first posted receive that
 * accepts it. Receives of an exact tag are found in constant time.
 *
 * <p>A place is valid until its receive is removed.
 */
public final class PostedReceives {

  /** No place. */
  public static final int NONE = TagQueue.NONE;

  private static final long EXACT = -1;

  private final ReceiveList exact = new ReceiveList();
  private final ReceiveList masked = new ReceiveList();
  private long posted;

  /** Adds a receive behind all others. */
  public void add(int transfer, long tag, long mask, long address, long capacity) {
    add(transfer, tag, mask, null, address, capacity);
  }

  /**
   * Adds a receive behind all others.
   *
   * @param heap its memory if that is on the Java heap; then {@code address} is an offset there
   */
  public void add(
      int transfer, long tag, long mask, MemorySegment heap, long address, long capacity) {
    (mask == EXACT ? exact : masked).add(posted++, transfer, tag, mask, heap, address, capacity);
  }

  /** The place of the receive that gets a message with this tag, or NONE. */
  public int find(long tag) {
    int one = exact.findExact(tag);
    int other = masked.findAccepting(tag);
    boolean first = other == NONE || (one != NONE && exact.order(one) < masked.order(other));
    return first ? place(one, 0) : place(other, 1);
  }

  /** The place of a transfer, or NONE. */
  public int findTransfer(int transfer) {
    int one = exact.findTransfer(transfer);
    return one != NONE ? place(one, 0) : place(masked.findTransfer(transfer), 1);
  }

  /** The place of a receive from this source and no other, or NONE. */
  public int findFrom(int source) {
    int one = exact.findFrom(source);
    return one != NONE ? place(one, 0) : place(masked.findFrom(source), 1);
  }

  private static int place(int inList, int list) {
    return inList == NONE ? NONE : inList << 1 | list;
  }

  private ReceiveList list(int place) {
    return (place & 1) == 0 ? exact : masked;
  }

  /** The transfer at a place. */
  public int transfer(int place) {
    return list(place).transfer(place >> 1);
  }

  /** The memory for its message if that is on the Java heap, or null. */
  public MemorySegment heap(int place) {
    return list(place).heap(place >> 1);
  }

  /** The address of the memory for its message, or the offset on the Java heap. */
  public long address(int place) {
    return list(place).address(place >> 1);
  }

  /** The longest message it accepts. */
  public long capacity(int place) {
    return list(place).capacity(place >> 1);
  }

  /** Removes the receive. */
  public void remove(int place) {
    list(place).remove(place >> 1);
  }
}
