package io.starling.runtime.transport.shared;

/** A sender's end of a peer's ring. */
final class OutgoingRing {

  private final long base;
  private long knownHead;
  private long position;

  /** The ring in the region that is mapped there. */
  OutgoingRing(long base) {
    this.base = base;
  }

  /**
   * Claims the next slot and returns its address, or 0 if the ring is full. A claimed slot must be
   * published soon, because all later ones wait for it.
   *
   * @param source who claims it, for the receiver to know should that one end before
   */
  long claim(int source) {
    while (true) {
      position = Words.peek(base + Region.TAIL);
      if (position - knownHead >= Region.SLOTS) {
        // Pairs with the release of IncomingRing.free: the slot may be written.
        knownHead = Words.acquire(base + Region.HEAD);
        if (position - knownHead >= Region.SLOTS) {
          return 0;
        }
      }
      if (Words.compareAndSet(base + Region.TAIL, position, position + 1)) {
        long line = Message.slot(base, position);
        Words.release(line, Message.claim(position, source));
        return line;
      }
    }
  }

  /** Shows the claimed slot to the receiver, with all that was written to it. */
  void publish(long line, int kind, int source) {
    Words.release(line, Message.header(position, kind, source));
  }
}
