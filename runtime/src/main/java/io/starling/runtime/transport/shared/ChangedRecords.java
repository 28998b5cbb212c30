package io.starling.runtime.transport.shared;

/**
 * The records that receivers have begun or finished and that their sender has not seen yet, as a
 * list linked through the records. Any receiver adds a record; the sender takes all. The list thus
 * has room for every record, a sender with many open sends checks one word, and a receiver that
 * dies during an addition leaves the list intact.
 */
final class ChangedRecords {

  static final int NONE = TransferRecords.NONE;

  private ChangedRecords() {}

  /** Adds a record of the region mapped at an address; called once, by its receiver. */
  static void add(long base, int number) {
    long record = TransferRecords.address(base, number);
    long head;
    do {
      head = Words.peek(base + SharedRegion.NEWS);
      TransferRecord.setNext(record, head);
      // Pairs with take: the sender sees the receiver's writes to the record.
    } while (!Words.compareAndSet(base + SharedRegion.NEWS, head, number + 1L));
  }

  /** Takes all records and returns the newest, or NONE. */
  static int take(long base) {
    return Words.peek(base + SharedRegion.NEWS) == 0
        ? NONE
        : (int) Words.getAndSet(base + SharedRegion.NEWS, 0) - 1;
  }

  /** The previous record among those taken together, or NONE. */
  static int next(long base, int number) {
    return (int) TransferRecord.next(TransferRecords.address(base, number)) - 1;
  }
}
