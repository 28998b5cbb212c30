package io.starling.runtime.transport.shared;

/**
 * The part of a sender's region through which messages to one peer go that the peer does not copy
 * from their place: pieces for short ones, which are put there before they are matched, and a ring
 * for one long message at a time, which is matched. So the ring never waits for a receive.
 *
 * <pre>
 *   0        first            next            STAGE_BYTES
 *   │  free  │ in use, oldest first │  free   │            pieces are given back in any order,
 *                                                          and are free when all before them are
 * </pre>
 */
final class Stage {

  static final long NONE = -1;
  private static final int MOST_PIECES = 64;

  /** The part of the stage through which messages go in turn, so that few pages are used. */
  private static final long ALTERNATION = 256 << 10;

  private final long[] begins = new long[MOST_PIECES];
  private final long[] ends = new long[MOST_PIECES];
  private final boolean[] returned = new boolean[MOST_PIECES];
  private int oldest;
  private int count;
  private OutgoingTransfer owner;

  /** Takes a piece of so many bytes; returns its offset, or NONE if there is no room. */
  long take(long bytes) {
    if (count == MOST_PIECES) {
      return NONE;
    }
    long offset = place(bytes);
    if (offset != NONE) {
      int piece = (oldest + count++) % MOST_PIECES;
      begins[piece] = offset;
      ends[piece] = offset + ((bytes + SharedRegion.LINE - 1) & -SharedRegion.LINE);
      returned[piece] = false;
    }
    return offset;
  }

  private long place(long bytes) {
    if (count == 0) {
      return placeOfFirst(bytes);
    }
    long first = begins[oldest];
    long next = ends[(oldest + count - 1) % MOST_PIECES];
    if (next > first) {
      if (next + bytes <= SharedRegion.STAGE_BYTES) {
        return next;
      }
      return bytes <= first ? 0 : NONE;
    }
    return next + bytes <= first ? next : NONE;
  }

  /**
   * Another place than the last one: its lines are still in the receiver's nearest cache, and to
   * write them would take twice as long.
   */
  private long placeOfFirst(long bytes) {
    long next = ends[(oldest + MOST_PIECES - 1) % MOST_PIECES];
    if (next + bytes <= ALTERNATION) {
      return next;
    }
    return bytes <= SharedRegion.STAGE_BYTES ? 0 : NONE;
  }

  /** Gives the piece at an offset back. */
  void give(long offset) {
    int piece = oldest;
    while (begins[piece] != offset || returned[piece]) {
      piece = (piece + 1) % MOST_PIECES;
    }
    returned[piece] = true;
    while (count > 0 && returned[oldest]) {
      oldest = (oldest + 1) % MOST_PIECES;
      count--;
    }
  }

  /** Whether a transfer has the ring, or gets it because it is free. */
  boolean enter(OutgoingTransfer transfer) {
    if (owner == null) {
      owner = transfer;
    }
    return owner == transfer;
  }

  void leave(OutgoingTransfer transfer) {
    if (owner == transfer) {
      owner = null;
    }
  }
}
