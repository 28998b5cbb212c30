package io.starling.runtime.transport.shared;

/** The receiver's end of its ring: takes messages in the order in which slots were claimed. */
final class IncomingRing {

  private final long base;
  private long head;

  /** The ring in the region that is mapped there. */
  IncomingRing(long base) {
    this.base = base;
  }

  /**
   * The address of the next message, or 0. The acquire pairs with the release of {@link
   * OutgoingRing#publish}: who sees the sequence sees the rest of the line.
   */
  long poll() {
    long line = Message.slot(base, head);
    return (int) Words.acquire(line) == (int) (head + 1) ? line : 0;
  }

  /**
   * Whether the next slot is claimed, and its message not there yet. Of a sender that has ended in
   * between, it never comes.
   */
  boolean isStuck() {
    return Words.peek(base + Region.TAIL) > head && poll() == 0;
  }

  /** Who has claimed the next slot, which {@link #isStuck}; -1 where that one has not said so. */
  int claimer() {
    long line = Message.slot(base, head);
    long header = Words.acquire(line);
    int claimer = Message.source(line);
    return header == Message.claim(head, claimer) ? claimer : -1;
  }

  /** Goes on behind a slot whose sender has ended. */
  void skip() {
    free();
  }

  /** The position of the next message. */
  long position() {
    return head;
  }

  /** Gives back the slot of the message; the release makes its reader done with it. */
  void free() {
    Words.release(base + Region.HEAD, ++head);
  }
}
