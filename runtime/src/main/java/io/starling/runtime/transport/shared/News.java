package io.starling.runtime.transport.shared;

/**
 * The records that receivers have begun or ended with, and of which their sender has not heard yet:
 * a list through the records themselves. Any receiver adds one, the sender takes all. So the list
 * has room for every record, a sender with many open sends looks at one word, and a receiver that
 * dies while it adds one leaves the list whole.
 */
final class News {

  static final int NONE = Handovers.NONE;

  private News() {}

  /** Adds a record of the region that is mapped there: by its receiver, and once. */
  static void add(long base, int number) {
    long record = Handovers.address(base, number);
    long head;
    do {
      head = Words.peek(base + Region.NEWS);
      Handover.setNext(record, head);
      // Pairs with take: the sender sees what the receiver has written to the record.
    } while (!Words.compareAndSet(base + Region.NEWS, head, number + 1L));
  }

  /** Takes all and returns the newest, or NONE. */
  static int take(long base) {
    return Words.peek(base + Region.NEWS) == 0
        ? NONE
        : (int) Words.getAndSet(base + Region.NEWS, 0) - 1;
  }

  /** The one before, of those that were taken together, or NONE. */
  static int next(long base, int number) {
    return (int) Handover.next(Handovers.address(base, number)) - 1;
  }
}
