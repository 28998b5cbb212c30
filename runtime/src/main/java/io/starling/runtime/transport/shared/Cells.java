package io.starling.runtime.transport.shared;

/**
 * The sender's cells for messages of medium length. The first word of a cell is 1 while it is
 * taken; the receiver frees it. The number of cells bounds the data that waits for a late receiver.
 */
final class Cells {

  private final long base;

  Cells(SharedRegion region) {
    base = region.base();
  }

  /**
   * Takes a cell and returns its offset in the region, or 0 if none is free. The lowest free cell
   * comes first, because it is likely in the cache.
   */
  long take() {
    for (int cell = 0; cell < SharedRegion.CELL_COUNT; cell++) {
      long offset = SharedRegion.CELLS + cell * SharedRegion.CELL_BYTES;
      // Pairs with the release of free: the receiver has read the cell.
      if (Words.acquire(base + offset) == 0) {
        Words.set(base + offset, 1);
        return offset;
      }
    }
    return 0;
  }

  /** The address of a cell's data. */
  static long data(long cell) {
    return cell + SharedRegion.LINE;
  }

  /** Frees the cell at an address. */
  static void free(long cell) {
    Words.release(cell, 0);
  }
}
