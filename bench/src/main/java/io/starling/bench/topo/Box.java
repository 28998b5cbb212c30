package io.starling.bench.topo;

/**
 * A box and the cells that it covers, the last of each included.
 *
 * @param part what it shows
 * @param chipsAcross how many GPUs stand in a row
 */
record Box(Part part, int top, int left, int bottom, int right, int chipsAcross) {

  /** Rows that GPUs take, above that of the caption. */
  int chipRows() {
    return Math.ceilDiv(part.gpus().size(), chipsAcross);
  }

  boolean covers(int row, int column) {
    return row >= top && row <= bottom && column >= left && column <= right;
  }
}
