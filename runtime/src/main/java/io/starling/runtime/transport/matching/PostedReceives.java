package io.starling.runtime.transport.matching;

/**
 * Receives that wait for their message. A message gets the first that was posted of those that
 * accept it; those that ask for a whole tag are found at once, however many there are.
 *
 * <p>A place is good until the receive at it is removed.
 */
public final class PostedReceives {

  /** No place. */
  public static final int NONE = TagQueue.NONE;

  private static final long EXACT = -1;

  private final ReceiveList exact = new ReceiveList();
  private final ReceiveList masked = new ReceiveList();
  private long posted;

  /** Adds one behind all others. */
  public void add(int transfer, long tag, long mask, long address, long capacity) {
    (mask == EXACT ? exact : masked).add(posted++, transfer, tag, mask, address, capacity);
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

  /** Where it wants its message. */
  public long address(int place) {
    return list(place).address(place >> 1);
  }

  /** How long the message may be. */
  public long capacity(int place) {
    return list(place).capacity(place >> 1);
  }

  /** Takes it out. */
  public void remove(int place) {
    list(place).remove(place >> 1);
  }
}
