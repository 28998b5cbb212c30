package io.starling.runtime.transport.shared;

import java.util.Arrays;

/** The sender's records and which of them are free. Those used last are used again first. */
final class Handovers {

  static final int NONE = -1;

  private final long base;
  private final int most;
  private int[] free = new int[0];
  private int freeCount;
  private int used;

  Handovers(Region region) {
    base = region.base();
    most = region.records();
  }

  /** A record by its number, in a region that is mapped there. */
  static long address(long base, int number) {
    return base + Region.RECORDS + (long) number * Region.RECORD_BYTES;
  }

  /** Takes a fresh one, or NONE. */
  int take() {
    if (freeCount == 0 && used == most) {
      return NONE;
    }
    int number = freeCount > 0 ? free[--freeCount] : used++;
    Handover.reset(address(base, number));
    return number;
  }

  void give(int number) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, Math.max(64, 2 * freeCount));
    }
    free[freeCount++] = number;
  }
}
