package io.starling.runtime.transport.shared;

/**
 * The sender's cells for messages of medium length. The first word of a cell is 1 while it is
 * taken; the receiver frees it. The number of cells bounds the data that waits for a late receiver.
 */
final class Cells {

  private final long base;
  private final boolean inTurn;
  private int next;

  /**
   * The cells of a region.
   *
   * @param exclusiveCores whether the receiver has another core; see {@link
   *     SharedSettings#exclusiveCores}. Then cells are used in turn, since the lines of the last
   *     one are still in the receiver's cache. Otherwise the lowest free one is in the common
   *     cache.
   */
  Cells(SharedRegion region, boolean exclusiveCores) {
    base = region.base();
    inTurn = exclusiveCores;
  }

  /** Takes a cell and returns its offset in the region, or 0 if none is free. */
  long take() {
    int first = inTurn ? next : 0;
    for (int i = 0; i < SharedRegion.CELL_COUNT; i++) {
      int cell = (first + i) % SharedRegion.CELL_COUNT;
      long offset = SharedRegion.CELLS + cell * SharedRegion.CELL_BYTES;
      // Pairs with the release of free: the receiver has read the cell.
      if (Words.acquire(base + offset) == 0) {
        Words.set(base + offset, 1);
        next = cell + 1;
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
