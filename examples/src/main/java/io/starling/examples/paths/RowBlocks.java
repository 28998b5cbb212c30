package io.starling.examples.paths;

/**
 * Who holds which rows: contiguous blocks, the first {@code rows % ranks} of them one row longer.
 *
 * @param rows how many rows there are
 * @param ranks how many ranks share them; there may be more ranks than rows
 */
public record RowBlocks(int rows, int ranks) {

  public int first(int rank) {
    return rank * (rows / ranks) + Math.min(rank, rows % ranks);
  }

  public int count(int rank) {
    return rows / ranks + (rank < rows % ranks ? 1 : 0);
  }

  public int owner(int row) {
    int longer = rows / ranks + 1;
    int rowsInLonger = rows % ranks * longer;
    return row < rowsInLonger ? row / longer : rows % ranks + (row - rowsInLonger) / (rows / ranks);
  }
}
