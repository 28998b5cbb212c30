package programs.ported;

import java.nio.DoubleBuffer;
import mpi.CartComm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;

/**
 * The product of two matrices on a square grid, by Cannon's algorithm with arrays and by SUMMA with
 * direct buffers. It takes a square number of ranks.
 */
public final class MatrixProduct {

  private static final int N = 12;

  private final CartComm grid;
  private final int side;
  private final int block;
  private final int myRow;
  private final int myColumn;

  private MatrixProduct() throws MPIException {
    side = (int) Math.round(Math.sqrt(MPI.COMM_WORLD.getSize()));
    grid = MPI.COMM_WORLD.createCart(new int[] {side, side}, new boolean[] {true, true}, false);
    block = N / side;
    int[] coords = grid.getCoords(grid.getRank());
    myRow = coords[0];
    myColumn = coords[1];
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MatrixProduct product = new MatrixProduct();
    double[] cannon = product.cannon();
    double[] summa = product.summa();
    if (!product.isRight(cannon) || !product.isRight(summa)) {
      System.err.println("a product is wrong");
      MPI.COMM_WORLD.abort(2);
    }
    MPI.Finalize();
  }

  private static double a(int i, int j) {
    return i - 2 * j;
  }

  private static double b(int i, int j) {
    return i * j % 7;
  }

  private double[] blockOfA(int row, int column) {
    double[] data = new double[block * block];
    for (int i = 0; i < data.length; i++) {
      data[i] = a(row * block + i / block, column * block + i % block);
    }
    return data;
  }

  private double[] blockOfB(int row, int column) {
    double[] data = new double[block * block];
    for (int i = 0; i < data.length; i++) {
      data[i] = b(row * block + i / block, column * block + i % block);
    }
    return data;
  }

  private void multiply(double[] a, double[] b, double[] c) {
    for (int i = 0; i < block; i++) {
      for (int j = 0; j < block; j++) {
        for (int k = 0; k < block; k++) {
          c[i * block + j] += a[i * block + k] * b[k * block + j];
        }
      }
    }
  }

  private double[] cannon() throws MPIException {
    double[] a = blockOfA(myRow, myColumn);
    double[] b = blockOfB(myRow, myColumn);
    double[] c = new double[block * block];
    ShiftParms skew = grid.shift(1, -myRow);
    grid.sendRecvReplace(a, a.length, MPI.DOUBLE, skew.getRankDest(), 0, skew.getRankSource(), 0);
    skew = grid.shift(0, -myColumn);
    grid.sendRecvReplace(b, b.length, MPI.DOUBLE, skew.getRankDest(), 0, skew.getRankSource(), 0);
    ShiftParms left = grid.shift(1, -1);
    ShiftParms up = grid.shift(0, -1);
    for (int step = 0; step < side; step++) {
      multiply(a, b, c);
      grid.sendRecvReplace(a, a.length, MPI.DOUBLE, left.getRankDest(), 1, left.getRankSource(), 1);
      grid.sendRecvReplace(b, b.length, MPI.DOUBLE, up.getRankDest(), 2, up.getRankSource(), 2);
    }
    return c;
  }

  private double[] summa() throws MPIException {
    CartComm row = grid.sub(new boolean[] {false, true});
    CartComm column = grid.sub(new boolean[] {true, false});
    DoubleBuffer a = MPI.newDoubleBuffer(block * block);
    DoubleBuffer b = MPI.newDoubleBuffer(block * block);
    double[] c = new double[block * block];
    double[] heapA = new double[block * block];
    double[] heapB = new double[block * block];
    for (int step = 0; step < side; step++) {
      if (row.getRank() == step) {
        a.clear();
        a.put(blockOfA(myRow, myColumn));
      }
      if (column.getRank() == step) {
        b.clear();
        b.put(blockOfB(myRow, myColumn));
      }
      row.bcast(a, block * block, MPI.DOUBLE, step);
      column.bcast(b, block * block, MPI.DOUBLE, step);
      a.clear();
      a.get(heapA);
      b.clear();
      b.get(heapB);
      multiply(heapA, heapB, c);
    }
    row.free();
    column.free();
    return c;
  }

  private boolean isRight(double[] c) {
    for (int i = 0; i < c.length; i++) {
      int row = myRow * block + i / block;
      int column = myColumn * block + i % block;
      double expected = 0;
      for (int k = 0; k < N; k++) {
        expected += a(row, k) * b(k, column);
      }
      if (Math.abs(expected - c[i]) > 1e-9) {
        return false;
      }
    }
    return true;
  }
}
