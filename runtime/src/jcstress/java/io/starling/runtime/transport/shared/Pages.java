package io.starling.runtime.transport.shared;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Regions that are cheap enough for one per sample: they begin a page apart. Each uses few words of
 * its header, its ring and its records, and these lie in parts of a page that do not overlap:
 *
 * <pre>
 *   0 to 767      the region's own header
 *   768 to 2047   the records from {@link #RECORD} on, of the region 512 pages before
 *   2048 to 3071  the slots from {@link #POSITION} on, of the region one page before
 *   3072 to 4095  the region's own data
 * </pre>
 */
final class Pages {

  /** The first record that a sample may use; there are three. */
  static final int RECORD = 2;

  /** The first position of its ring; there are 16. */
  static final long POSITION = 32;

  /** Where the data of a sample is. */
  static final long DATA = 3072;

  /** More than there are samples at a time. */
  private static final int COUNT = 1 << 14;

  private static final long MEMORY =
      Arena.global()
          .allocate(
              COUNT * SharedRegion.PAGE + SharedRegion.RECORDS + SharedRegion.PAGE,
              SharedRegion.PAGE)
          .address();
  private static final AtomicLong NEXT = new AtomicLong();

  private Pages() {}

  /** A region whose ring is empty, whose records are fresh and whose data is zero. */
  static long region() {
    long base = MEMORY + (NEXT.getAndIncrement() & (COUNT - 1)) * SharedRegion.PAGE;
    Words.set(base + SharedRegion.TAIL, POSITION);
    Words.set(base + SharedRegion.HEAD, POSITION);
    Words.setVolatileInt(base + SharedRegion.SLEEPING, 0);
    Words.set(base + SharedRegion.NEWS, 0);
    for (int i = 0; i < 4; i++) {
      Words.set(MessageLine.slot(base, POSITION + i), 0);
      Words.set(MessageLine.slot(base, POSITION + i) + MessageLine.TAG, 0);
      Words.set(base + DATA + (long) i * Long.BYTES, 0);
    }
    for (int number = RECORD; number < RECORD + 3; number++) {
      TransferRecord.reset(TransferRecords.address(base, number));
    }
    return base;
  }

  /** The receiver's end of a region's ring, which begins at {@link #POSITION}. */
  static IncomingRing incoming(long base) {
    IncomingRing ring = new IncomingRing(base);
    for (long i = 0; i < POSITION; i++) {
      ring.free();
    }
    return ring;
  }
}
