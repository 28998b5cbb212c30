package programs;

import mpi.MPI;
import mpi.Request;

/** Jacobi's iteration on rows that are objects, with halos by Isend and Irecv. */
public final class Jacobi {

  private static final int WIDTH = 30;
  private static final int ROWS = 8;
  private static final int STEPS = 40;

  private Jacobi() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    double[][] rows = new double[ROWS + 2][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = start(rank * ROWS + i - 1, size * ROWS);
    }
    double change = 0;
    for (int step = 0; step < STEPS; step++) {
      Request[] requests = new Request[4];
      if (rank > 0) {
        requests[0] = MPI.COMM_WORLD.Irecv(rows, 0, 1, MPI.OBJECT, rank - 1, 0);
        requests[1] = MPI.COMM_WORLD.Isend(rows, 1, 1, MPI.OBJECT, rank - 1, 1);
      }
      if (rank < size - 1) {
        requests[2] = MPI.COMM_WORLD.Irecv(rows, ROWS + 1, 1, MPI.OBJECT, rank + 1, 1);
        requests[3] = MPI.COMM_WORLD.Isend(rows, ROWS, 1, MPI.OBJECT, rank + 1, 0);
      }
      Request.Waitall(requests);
      double[][] next = rows.clone();
      double[] largest = new double[1];
      for (int i = 1; i <= ROWS; i++) {
        next[i] = next(rows[i - 1], rows[i], rows[i + 1]);
        for (int j = 0; j < WIDTH; j++) {
          largest[0] = Math.max(largest[0], Math.abs(next[i][j] - rows[i][j]));
        }
      }
      MPI.COMM_WORLD.Allreduce(largest, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX);
      change = largest[0];
      rows = next;
    }
    double[][] whole = whole(size);
    for (int i = 1; i <= ROWS; i++) {
      Check.equal(whole[rank * ROWS + i], rows[i], "a row");
    }
    Check.that(change > 0 && change < 1, "the last change is " + change);
    if (rank == 0) {
      System.out.println("jacobi: right");
    }
    MPI.Finalize();
  }

  private static double[] start(int row, int rows) {
    double[] start = new double[WIDTH];
    for (int j = 0; j < WIDTH; j++) {
      start[j] = row < 0 || row >= rows ? 10 : j * row % 7;
    }
    return start;
  }

  private static double[] next(double[] above, double[] here, double... below) {
    double[] next = here.clone();
    for (int j = 1; j < WIDTH - 1; j++) {
      next[j] = 0.25 * (here[j - 1] + here[j + 1] + above[j] + below[j]);
    }
    return next;
  }

  private static double[][] whole(int size) {
    double[][] rows = new double[size * ROWS + 2][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = start(i - 1, size * ROWS);
    }
    for (int step = 0; step < STEPS; step++) {
      double[][] next = rows.clone();
      for (int i = 1; i < rows.length - 1; i++) {
        next[i] = next(rows[i - 1], rows[i], rows[i + 1]);
      }
      rows = next;
    }
    return rows;
  }
}
