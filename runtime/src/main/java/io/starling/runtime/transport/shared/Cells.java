package io.starling.runtime.transport.shared;

/**
 * The sender's cells for messages of medium length. The first word of a cell is 1 while it is
 * taken; its receiver frees it. There are only so many, so what waits for a late receiver is
 * bounded.
 */
final class Cells {

  private final long base;

  Cells(Region region) {
    base = region.base();
  }

  /**
   * Takes a cell and returns its offset in the region, or 0 if none is free. The lowest comes
   * first: what was used last is still in the cache.
   */
  long take() {
    for (int cell = 0; cell < Region.CELL_COUNT; cell++) {
      long offset = Region.CELLS + cell * Region.CELL_BYTES;
      // Pairs with the release of free: the receiver has read what was in it.
      if (Words.acquire(base + offset) == 0) {
        Words.set(base + offset, 1);
        return offset;
      }
    }
    return 0;
  }

  /** Where a cell's data is. */
  static long data(long cell) {
    return cell + Region.LINE;
  }

  /** Gives back a cell, at an address. */
  static void free(long cell) {
    Words.release(cell, 0);
  }
}
