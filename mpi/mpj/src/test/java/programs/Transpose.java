package programs;

import mpi.Datatype;
import mpi.MPI;

/** Transposes a matrix of block rows: Alltoall of columns with a resized type. */
public final class Transpose {

  private static final int ROWS = 4;

  private Transpose() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int width = ROWS * size;
    double[] rows = new double[ROWS * width];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = 1000 * (rank * ROWS + i / width) + i % width;
    }
    Datatype column = Datatype.Vector(ROWS, 1, width, MPI.DOUBLE);
    Datatype narrow =
        Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {column, MPI.UB});
    narrow.Commit();
    Check.equal(1, narrow.Extent(), "extent of a column");
    double[] blocks = new double[ROWS * width];
    MPI.COMM_WORLD.Alltoall(rows, 0, ROWS, narrow, blocks, 0, ROWS * ROWS, MPI.DOUBLE);
    double[] result = new double[ROWS * width];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < width; j++) {
        result[i * width + j] = blocks[j / ROWS * ROWS * ROWS + i * ROWS + j % ROWS];
      }
    }
    for (int i = 0; i < result.length; i++) {
      double expected = 1000 * (i % width) + rank * ROWS + i / width;
      Check.equal(expected, result[i], "an element");
    }
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("transpose: right");
    }
    MPI.Finalize();
  }
}
