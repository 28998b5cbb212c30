package io.starling.examples.paths;

/**
 * The algorithm of Floyd and Warshall on one processor: the kernel that all ranks use, and the
 * reference.
 */
public final class FloydWarshall {

  /** The distance to a node that no path leads to. Twice it is still an {@code int}. */
  public static final int UNREACHABLE = Integer.MAX_VALUE / 2;

  private FloydWarshall() {}

  /** Turns the matrix of arcs into the matrix of distances. */
  public static void solve(int[][] matrix) {
    for (int k = 0; k < matrix.length; k++) {
      for (int[] row : matrix) {
        relax(row, row[k], matrix[k]);
      }
    }
  }

  /**
   * Shortens a node's distances by way of another: {@code pivot} is the other's row, {@code
   * toPivot} the distance to it. C2 turns the loop into vector instructions.
   */
  static void relax(int[] row, int toPivot, int[] pivot) {
    if (toPivot == UNREACHABLE) {
      return;
    }
    for (int j = 0; j < row.length; j++) {
      row[j] = Math.min(row[j], toPivot + pivot[j]);
    }
  }
}
