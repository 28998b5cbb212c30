package io.starling.runtime.transport.shared;

import java.util.Arrays;

/** The sender's records and which of them are free. The most recently used are reused first. */
final class TransferRecords {

  static final int NONE = -1;

  private final long base;
  private final int most;
  private int[] free = new int[0];
  private int freeCount;
  private int used;

  TransferRecords(SharedRegion region) {
    base = region.base();
    most = region.records();
  }

  /** A record by its number, in the region mapped at an address. */
  static long address(long base, int number) {
    return base + SharedRegion.RECORDS + (long) number * SharedRegion.RECORD_BYTES;
  }

  /** Takes a free record, or NONE. */
  int take() {
    if (freeCount == 0 && used == most) {
      return NONE;
    }
    int number = freeCount > 0 ? free[--freeCount] : used++;
    TransferRecord.reset(address(base, number));
    return number;
  }

  void give(int number) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, Math.max(64, 2 * freeCount));
    }
    free[freeCount++] = number;
  }
}
