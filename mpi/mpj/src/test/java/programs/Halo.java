package programs;

import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.ShiftParms;

/** The heat equation on a plane: halos by Sendrecv on a grid, columns as vectors. */
public final class Halo {

  private static final int EDGE = 12;
  private static final int STEPS = 25;

  private Halo() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int[] dims = new int[2];
    Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
    Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false, true}, true);
    int[] place = grid.Coords(grid.Rank());
    int width = EDGE + 2;
    double[] now = new double[width * width];
    for (int i = 0; i < EDGE; i++) {
      for (int j = 0; j < EDGE; j++) {
        now[(i + 1) * width + j + 1] = start(place[0] * EDGE + i, place[1] * EDGE + j);
      }
    }
    Datatype column = Datatype.Vector(EDGE, 1, width, MPI.DOUBLE);
    for (int step = 0; step < STEPS; step++) {
      exchange(grid, now, width, column);
      now = next(now, width);
    }
    double[] whole = whole(dims[0] * EDGE, dims[1] * EDGE);
    for (int i = 0; i < EDGE; i++) {
      for (int j = 0; j < EDGE; j++) {
        double right = whole[(place[0] * EDGE + i) * dims[1] * EDGE + place[1] * EDGE + j];
        Check.that(Math.abs(now[(i + 1) * width + j + 1] - right) < 1e-12, "a temperature");
      }
    }
    grid.Barrier();
    if (grid.Rank() == 0) {
      System.out.println("halo: right");
    }
    MPI.Finalize();
  }

  private static double start(int i, int j) {
    return (i * 31 + j * 17) % 100;
  }

  private static void exchange(Cartcomm grid, double[] now, int width, Datatype column) {
    ShiftParms down = grid.Shift(0, 1);
    ShiftParms right = grid.Shift(1, 1);
    int last = EDGE * width + 1;
    grid.Sendrecv(
        now,
        last,
        EDGE,
        MPI.DOUBLE,
        down.rank_dest,
        0,
        now,
        1,
        EDGE,
        MPI.DOUBLE,
        down.rank_source,
        0);
    grid.Sendrecv(
        now,
        width + 1,
        EDGE,
        MPI.DOUBLE,
        down.rank_source,
        1,
        now,
        last + width,
        EDGE,
        MPI.DOUBLE,
        down.rank_dest,
        1);
    grid.Sendrecv(
        now,
        width + EDGE,
        1,
        column,
        right.rank_dest,
        2,
        now,
        width,
        1,
        column,
        right.rank_source,
        2);
    grid.Sendrecv(
        now,
        width + 1,
        1,
        column,
        right.rank_source,
        3,
        now,
        width + EDGE + 1,
        1,
        column,
        right.rank_dest,
        3);
  }

  private static double[] next(double[] now, int width) {
    double[] next = new double[now.length];
    for (int i = 1; i <= EDGE; i++) {
      for (int j = 1; j <= EDGE; j++) {
        int at = i * width + j;
        next[at] =
            now[at]
                + 0.1
                    * (now[at - 1] + now[at + 1] + now[at - width] + now[at + width] - 4 * now[at]);
      }
    }
    return next;
  }

  private static double[] whole(int rows, int columns) {
    double[] now = new double[rows * columns];
    for (int i = 0; i < rows * columns; i++) {
      now[i] = start(i / columns, i % columns);
    }
    for (int step = 0; step < STEPS; step++) {
      double[] next = new double[now.length];
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
          double up = i > 0 ? now[(i - 1) * columns + j] : 0;
          double down = i < rows - 1 ? now[(i + 1) * columns + j] : 0;
          double left = now[i * columns + (j + columns - 1) % columns];
          double right = now[i * columns + (j + 1) % columns];
          double here = now[i * columns + j];
          next[i * columns + j] = here + 0.1 * (left + right + up + down - 4 * here);
        }
      }
      now = next;
    }
    return now;
  }
}
