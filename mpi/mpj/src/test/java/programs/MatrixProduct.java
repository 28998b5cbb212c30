package programs;

import mpi.Cartcomm;
import mpi.MPI;

/** A product of matrices on a grid (SUMMA): broadcasts in rows and columns of Sub. */
public final class MatrixProduct {

  private static final int TILE = 6;

  private MatrixProduct() {}

  /** Runs with any number of ranks; those that do not fill a square have nothing to do. */
  public static void main(String[] args) {
    MPI.Init(args);
    int side = (int) Math.sqrt(MPI.COMM_WORLD.Size());
    int[] dims = {side, side};
    Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[2], false);
    if (grid != null) {
      multiply(grid, side);
    }
    MPI.COMM_WORLD.Barrier();
    if (MPI.COMM_WORLD.Rank() == 0) {
      System.out.println("matrix product: right");
    }
    MPI.Finalize();
  }

  private static double a(int i, int j) {
    return i - 2 * j;
  }

  private static double b(int i, int j) {
    return i * j % 5;
  }

  private static void multiply(Cartcomm grid, int side) {
    int[] place = grid.Get().coords;
    Cartcomm row = grid.Sub(new boolean[] {false, true});
    Cartcomm column = grid.Sub(new boolean[] {true, false});
    double[] product = new double[TILE * TILE];
    for (int k = 0; k < side; k++) {
      double[] left = new double[TILE * TILE];
      double[] right = new double[TILE * TILE];
      for (int i = 0; i < TILE * TILE; i++) {
        if (place[1] == k) {
          left[i] = a(place[0] * TILE + i / TILE, k * TILE + i % TILE);
        }
        if (place[0] == k) {
          right[i] = b(k * TILE + i / TILE, place[1] * TILE + i % TILE);
        }
      }
      row.Bcast(left, 0, left.length, MPI.DOUBLE, k);
      column.Bcast(right, 0, right.length, MPI.DOUBLE, k);
      for (int i = 0; i < TILE * TILE; i++) {
        for (int j = 0; j < TILE; j++) {
          product[i] += left[i / TILE * TILE + j] * right[j * TILE + i % TILE];
        }
      }
    }
    for (int i = 0; i < TILE * TILE; i++) {
      double expected = 0;
      for (int j = 0; j < side * TILE; j++) {
        expected += a(place[0] * TILE + i / TILE, j) * b(j, place[1] * TILE + i % TILE);
      }
      Check.equal(expected, product[i], "an element of the product");
    }
  }
}
