package io.starling.runtime.transport.shared;

/** A sender's end of a peer's ring. */
final class OutgoingRing {

  private final long base;
  private long knownHead;
  private long position;

  /** The ring in the region mapped at an address. */
  OutgoingRing(long base) {
    this.base = base;
  }

  /**
   * Claims the next slot and returns its address, or 0 if the ring is full. A claimed slot must be
   * published soon, because all later slots wait for it.
   *
   * @param source the claiming rank, so that the receiver knows it if that rank ends before
   *     publishing
   */
  long claim(int source) {
    while (true) {
      position = Words.peek(base + SharedRegion.TAIL);
      if (!isFree(position)) {
        return 0;
      }
      if (Words.compareAndSet(base + SharedRegion.TAIL, position, position + 1)) {
        long line = MessageLine.slot(base, position);
        Words.release(line, MessageLine.claim(position, source));
        return line;
      }
    }
  }

  /** Whether there is a slot to claim, unless another sender claims it first. */
  boolean hasRoom() {
    return isFree(Words.peek(base + SharedRegion.TAIL));
  }

  private boolean isFree(long place) {
    if (place - knownHead >= SharedRegion.SLOTS) {
      // Pairs with the release of IncomingRing.free: the slot may be written.
      knownHead = Words.acquire(base + SharedRegion.HEAD);
    }
    return place - knownHead < SharedRegion.SLOTS;
  }

  /** Shows the claimed slot to the receiver, with all that was written to it. */
  void publish(long line, int kind, int source) {
    Words.release(line, MessageLine.header(position, kind, source));
  }
}
