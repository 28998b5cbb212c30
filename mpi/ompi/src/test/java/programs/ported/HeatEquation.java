package programs.ported;

import java.nio.DoubleBuffer;
import mpi.CartComm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;

/**
 * The heat equation on a torus: a block of the plate for each rank, with a border that the
 * neighbours fill. Half of the steps use an array, the other half direct buffers.
 */
public final class HeatEquation {

  private static final int PLATE = 24;
  private static final int STEPS = 20;
  private static final double RATE = 0.1;

  private final CartComm grid;
  private final int rows;
  private final int columns;
  private final int firstRow;
  private final int firstColumn;
  private final int width;
  private final Datatype row;
  private final Datatype column;
  private final ShiftParms vertical;
  private final ShiftParms horizontal;

  private HeatEquation() throws MPIException {
    int[] dims = new int[2];
    CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
    grid = MPI.COMM_WORLD.createCart(dims, new boolean[] {true, true}, true);
    int[] coords = grid.getCoords(grid.getRank());
    rows = PLATE / dims[0];
    columns = PLATE / dims[1];
    firstRow = coords[0] * rows;
    firstColumn = coords[1] * columns;
    width = columns + 2;
    row = Datatype.createContiguous(columns, MPI.DOUBLE);
    row.commit();
    column = Datatype.createVector(rows, 1, width, MPI.DOUBLE);
    column.commit();
    vertical = grid.shift(0, 1);
    horizontal = grid.shift(1, 1);
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    HeatEquation heat = new HeatEquation();
    boolean right = heat.run();
    heat.close();
    if (!right) {
      MPI.COMM_WORLD.abort(1);
    }
    MPI.Finalize();
  }

  private static double initial(int i, int j) {
    return Math.sin(i * 0.7) + (i * j) % 5;
  }

  private boolean run() throws MPIException {
    double[] plate = new double[(rows + 2) * width];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        plate[at(i + 1, j + 1)] = initial(firstRow + i, firstColumn + j);
      }
    }
    for (int step = 0; step < STEPS / 2; step++) {
      exchange(plate);
      plate = next(plate);
    }
    DoubleBuffer direct = MPI.newDoubleBuffer(plate.length);
    direct.put(plate);
    for (int step = STEPS / 2; step < STEPS; step++) {
      exchange(direct);
      direct.clear();
      direct.get(plate);
      plate = next(plate);
      direct.clear();
      direct.put(plate);
    }
    return compare(plate);
  }

  private int at(int i, int j) {
    return i * width + j;
  }

  private void exchange(double[] plate) throws MPIException {
    int up = vertical.getRankSource();
    int down = vertical.getRankDest();
    int left = horizontal.getRankSource();
    int right = horizontal.getRankDest();
    grid.sendRecv(
        MPI.slice(plate, at(rows, 1)), 1, row, down, 1, MPI.slice(plate, at(0, 1)), 1, row, up, 1);
    grid.sendRecv(
        MPI.slice(plate, at(1, 1)),
        1,
        row,
        up,
        2,
        MPI.slice(plate, at(rows + 1, 1)),
        1,
        row,
        down,
        2);
    grid.sendRecv(
        MPI.slice(plate, at(1, columns)),
        1,
        column,
        right,
        3,
        MPI.slice(plate, at(1, 0)),
        1,
        column,
        left,
        3);
    grid.sendRecv(
        MPI.slice(plate, at(1, 1)),
        1,
        column,
        left,
        4,
        MPI.slice(plate, at(1, columns + 1)),
        1,
        column,
        right,
        4);
  }

  private void exchange(DoubleBuffer plate) throws MPIException {
    int up = vertical.getRankSource();
    int down = vertical.getRankDest();
    int left = horizontal.getRankSource();
    int right = horizontal.getRankDest();
    Request[] requests = new Request[8];
    requests[0] = grid.iRecv(MPI.slice(plate, at(0, 1)), 1, row, up, 1);
    requests[1] = grid.iRecv(MPI.slice(plate, at(rows + 1, 1)), 1, row, down, 2);
    requests[2] = grid.iRecv(MPI.slice(plate, at(1, 0)), 1, column, left, 3);
    requests[3] = grid.iRecv(MPI.slice(plate, at(1, columns + 1)), 1, column, right, 4);
    requests[4] = grid.iSend(MPI.slice(plate, at(rows, 1)), 1, row, down, 1);
    requests[5] = grid.iSend(MPI.slice(plate, at(1, 1)), 1, row, up, 2);
    requests[6] = grid.iSend(MPI.slice(plate, at(1, columns)), 1, column, right, 3);
    requests[7] = grid.iSend(MPI.slice(plate, at(1, 1)), 1, column, left, 4);
    Request.waitAll(requests);
  }

  private double[] next(double[] plate) {
    double[] next = new double[plate.length];
    for (int i = 1; i <= rows; i++) {
      for (int j = 1; j <= columns; j++) {
        double here = plate[at(i, j)];
        next[at(i, j)] =
            here
                + RATE
                    * (plate[at(i - 1, j)]
                        + plate[at(i + 1, j)]
                        + plate[at(i, j - 1)]
                        + plate[at(i, j + 1)]
                        - 4 * here);
      }
    }
    return next;
  }

  /** The whole plate on one rank. */
  private static double[][] serial() {
    double[][] plate = new double[PLATE][PLATE];
    for (int i = 0; i < PLATE; i++) {
      for (int j = 0; j < PLATE; j++) {
        plate[i][j] = initial(i, j);
      }
    }
    for (int step = 0; step < STEPS; step++) {
      double[][] next = new double[PLATE][PLATE];
      for (int i = 0; i < PLATE; i++) {
        for (int j = 0; j < PLATE; j++) {
          next[i][j] =
              plate[i][j]
                  + RATE
                      * (plate[(i + PLATE - 1) % PLATE][j]
                          + plate[(i + 1) % PLATE][j]
                          + plate[i][(j + PLATE - 1) % PLATE]
                          + plate[i][(j + 1) % PLATE]
                          - 4 * plate[i][j]);
        }
      }
      plate = next;
    }
    return plate;
  }

  private boolean compare(double[] plate) throws MPIException {
    double[][] expected = serial();
    double error = 0;
    double sum = 0;
    double whole = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double value = plate[at(i + 1, j + 1)];
        sum += value;
        error = Math.max(error, Math.abs(value - expected[firstRow + i][firstColumn + j]));
      }
    }
    for (double[] line : expected) {
      for (double value : line) {
        whole += value;
      }
    }
    double[] worst = {error};
    double[] total = {sum};
    grid.allReduce(worst, 1, MPI.DOUBLE, MPI.MAX);
    grid.allReduce(total, 1, MPI.DOUBLE, MPI.SUM);
    if (grid.getRank() == 0) {
      System.out.println("largest difference " + worst[0] + ", heat " + total[0]);
    }
    return worst[0] < 1e-12 && Math.abs(total[0] - whole) < 1e-9;
  }

  private void close() throws MPIException {
    row.free();
    column.free();
    grid.free();
  }
}
