package io.starling.runtime.transport.shared;

/** The sender's records and which of them are free. */
final class Handovers {

  static final int NONE = -1;

  private final long base;
  private final int[] free = new int[Region.RECORD_COUNT];
  private int freeCount;

  Handovers(Region region) {
    base = region.base();
    for (int number = Region.RECORD_COUNT - 1; number >= 0; number--) {
      free[freeCount++] = number;
    }
  }

  /** A record by its number, in a region that is mapped there. */
  static long address(long base, int number) {
    return base + Region.RECORDS + (long) number * Region.RECORD_BYTES;
  }

  /** Takes a fresh one, or NONE. */
  int take() {
    if (freeCount == 0) {
      return NONE;
    }
    int number = free[--freeCount];
    Handover.reset(address(base, number));
    return number;
  }

  void give(int number) {
    free[freeCount++] = number;
  }
}
