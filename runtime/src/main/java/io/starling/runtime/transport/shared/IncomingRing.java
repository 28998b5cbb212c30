package io.starling.runtime.transport.shared;

/**
 * The receiver's end of its ring: takes messages in the order in which their slots were claimed.
 */
final class IncomingRing {

  private final long base;
  private long head;

  /** The ring in the region mapped at an address. */
  IncomingRing(long base) {
    this.base = base;
  }

  /**
   * The address of the next message, or 0. The acquire pairs with the release of {@link
   * OutgoingRing#publish}: a reader that sees the sequence sees the rest of the line.
   */
  long poll() {
    long line = MessageLine.slot(base, head);
    return (int) Words.acquire(line) == (int) (head + 1) ? line : 0;
  }

  /**
   * Whether the next slot is claimed and its message has not arrived. If the sender has ended in
   * between, it never arrives.
   */
  boolean isStuck() {
    return end() > head && poll() == 0;
  }

  /**
   * The rank that has claimed the next, stuck slot (see {@link #isStuck}); -1 if it has not written
   * its number.
   */
  int claimer() {
    long line = MessageLine.slot(base, head);
    long header = Words.acquire(line);
    int claimer = MessageLine.source(line);
    return header == MessageLine.claim(head, claimer) ? claimer : -1;
  }

  /** Skips a slot whose sender has ended. */
  void skip() {
    free();
  }

  /** The position behind all messages that have been sent. */
  long end() {
    return Words.peek(base + SharedRegion.TAIL);
  }

  /** The position of the next message. */
  long position() {
    return head;
  }

  /** Frees the slot of the message; the release comes after all reads of it. */
  void free() {
    Words.release(base + SharedRegion.HEAD, ++head);
  }
}
