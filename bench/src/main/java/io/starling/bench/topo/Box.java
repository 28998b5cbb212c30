package io.starling.bench.topo;

/**
 * A box and the cells that it covers, the last of each included.
 *
 * @param part what it shows
 */
record Box(Part part, int top, int left, int bottom, int right) {

  boolean covers(int row, int column) {
    return row >= top && row <= bottom && column >= left && column <= right;
  }
}
