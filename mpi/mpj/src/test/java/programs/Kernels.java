package programs;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.User_function;

/**
 * Kernels of the kind that benchmark suites for mpiJava have: rows and objects, small and large.
 */
public final class Kernels {

  private static final int ORDER = 60;

  private final Intracomm world = MPI.COMM_WORLD;
  private final int rank = world.Rank();
  private final int size = world.Size();

  private Kernels() {}

  public static void main(String[] args) {
    String[] rest = MPI.Init(args);
    Check.equal(args.length - 3, rest.length, "arguments of the launcher");
    Kernels kernels = new Kernels();
    kernels.pingPong();
    kernels.allToAll();
    kernels.series();
    kernels.factor();
    kernels.relax();
    kernels.sparse();
    kernels.shift();
    kernels.image();
    kernels.ready();
    kernels.blocks();
    MPI.Finalize();
  }

  /** A part of a picture. */
  private static final class Tile implements Serializable {

    @Serial private static final long serialVersionUID = 1;

    private long checksum;
    private final double[] lines;

    Tile(long checksum, int lines) {
      this.checksum = checksum;
      this.lines = new double[lines];
    }
  }

  private void pingPong() {
    if (rank > 1) {
      return;
    }
    for (int length = 1; length <= 100_000; length *= 10) {
      Object[] rows = {new double[length], "row " + rank};
      Object[] got = new Object[2];
      for (int round = 0; round < 3; round++) {
        if (rank == 0 && size > 1) {
          world.Ssend(rows, 0, 2, MPI.OBJECT, 1, 1);
          world.Recv(got, 0, 2, MPI.OBJECT, 1, 1);
          Check.equal("row 1", got[1], "the peer's");
        } else if (rank == 1) {
          world.Recv(got, 0, 2, MPI.OBJECT, 0, 1);
          world.Ssend(rows, 0, 2, MPI.OBJECT, 0, 1);
          Check.equal(length, ((double[]) got[0]).length, "length");
        }
      }
    }
  }

  private void allToAll() {
    Object[] out = new Object[size];
    Object[] in = new Object[size];
    Arrays.setAll(out, i -> new Tile(10L * rank + i, i));
    world.Alltoall(out, 0, 1, MPI.OBJECT, in, 0, 1, MPI.OBJECT);
    for (int i = 0; i < size; i++) {
      Check.equal(10L * i + rank, ((Tile) in[i]).checksum, "tile");
      Check.equal(rank, ((Tile) in[i]).lines.length, "lines");
    }
  }

  /** Rows of coefficients to rank 0, which receives into rows of a matrix. */
  private void series() {
    double[][] rows = new double[2 * size][3];
    double[][] mine = {{rank, 1, 2}, {rank, 3, 4}};
    if (rank == 0) {
      for (int i = 1; i < size; i++) {
        world.Recv(rows, 2 * i, 2, MPI.OBJECT, i, 5);
        Check.equal(new double[] {i, 3, 4}, rows[2 * i + 1], "row");
      }
    } else {
      world.Ssend(mine, 0, 2, MPI.OBJECT, 0, 5);
    }
  }

  /** Factors a matrix whose columns are dealt out; the owner of a column broadcasts it. */
  private void factor() {
    double[][] columns = new double[ORDER][];
    for (int j = 0; j < ORDER; j++) {
      columns[j] = column(j);
    }
    for (int k = 0; k < ORDER - 1; k++) {
      if (k % size == rank) {
        for (int i = k + 1; i < ORDER; i++) {
          columns[k][i] /= columns[k][k];
        }
      }
      world.Bcast(columns[k], k, ORDER - k, MPI.DOUBLE, k % size);
      for (int j = k + 1; j < ORDER; j++) {
        if (j % size == rank) {
          for (int i = k + 1; i < ORDER; i++) {
            columns[j][i] -= columns[k][i] * columns[j][k];
          }
        }
      }
    }
    world.Bcast(columns[ORDER - 1], 0, ORDER, MPI.DOUBLE, (ORDER - 1) % size);
    int row = ORDER / 2;
    double product = columns[row][row];
    for (int k = 0; k < row; k++) {
      product += columns[k][row] * columns[row][k];
    }
    boolean isOwner = row % size == rank;
    Check.that(!isOwner || Math.abs(product - column(row)[row]) < 1e-9, "L times U");
  }

  private static double[] column(int j) {
    double[] column = new double[ORDER];
    Arrays.setAll(column, i -> i == j ? ORDER : 1.0 / (1 + i + 2 * j));
    return column;
  }

  /** Halo rows as objects; the receive asks for more than arrives. */
  private void relax() {
    double[][] grid = new double[6][8];
    Arrays.fill(grid[1], rank);
    Arrays.fill(grid[4], rank);
    int up = (rank + size - 1) % size;
    int down = (rank + 1) % size;
    for (int round = 0; round < 5; round++) {
      world.Sendrecv(grid, 1, 1, MPI.OBJECT, up, round, grid, 5, 1, MPI.OBJECT, down, MPI.ANY_TAG);
      Status status =
          world.Sendrecv(grid, 4, 1, MPI.OBJECT, down, 9, grid, 0, 6, MPI.OBJECT, up, 9);
      Check.equal(1, status.Get_count(MPI.OBJECT), "rows");
    }
    Check.equal((double) up, grid[0][7], "halo above");
    Check.equal((double) down, grid[5][0], "halo below");
  }

  /** Each rank has some of the entries; the product is summed in place. */
  private void sparse() {
    double[] product = new double[ORDER];
    for (int entry = rank; entry < 4 * ORDER; entry += size) {
      product[entry * 7 % ORDER] += entry;
    }
    world.Allreduce(product, 0, product, 0, ORDER, MPI.DOUBLE, MPI.SUM);
    double[] expected = new double[ORDER];
    for (int entry = 0; entry < 4 * ORDER; entry++) {
      expected[entry * 7 % ORDER] += entry;
    }
    Check.equal(expected, product, "product");
  }

  /** Bytes as a cipher deals them out: the last rank has fewer, and its receive asks for all. */
  private void shift() {
    byte[] text = new byte[1000];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) i;
    }
    int part = (text.length + size - 1) / size;
    byte[] mine = new byte[part];
    if (rank == 0) {
      System.arraycopy(text, 0, mine, 0, part);
      for (int i = 1; i < size; i++) {
        int count = Math.min(part, text.length - i * part);
        world.Ssend(text, i * part, count, MPI.BYTE, i, i);
      }
    } else {
      Status status = world.Recv(mine, 0, text.length, MPI.BYTE, 0, rank);
      int count = status.Get_count(MPI.BYTE);
      Check.equal(Math.min(part, text.length - rank * part), count, "bytes");
      Check.equal(text[rank * part + count - 1], mine[count - 1], "last");
    }
  }

  private static final class Combine extends User_function {
    @Override
    public void Call(Object in, int at, Object inOut, int into, int count, Datatype type) {
      for (int i = 0; i < count; i++) {
        Tile other = (Tile) ((Object[]) in)[at + i];
        Tile tile = (Tile) ((Object[]) inOut)[into + i];
        tile.checksum += other.checksum;
        Arrays.setAll(tile.lines, j -> tile.lines[j] + other.lines[j]);
      }
    }
  }

  /** Objects that the operator changes in place; what was sent stays as it was. */
  private void image() {
    Tile mine = new Tile(rank + 1, 50);
    Arrays.fill(mine.lines, rank);
    Tile[] out = {mine};
    Tile[] in = new Tile[1];
    Op combine = new Op(new Combine(), true);
    world.Allreduce(out, 0, in, 0, 1, MPI.OBJECT, combine);
    Check.equal(size * (size + 1L) / 2, in[0].checksum, "checksum");
    Check.equal(size * (size - 1) / 2.0, in[0].lines[49], "lines");
    Check.equal(rank + 1L, mine.checksum, "what was sent");
    combine.free();
  }

  private void ready() {
    int[] out = {rank};
    int[] in = {-1};
    int right = (rank + 1) % size;
    int left = (rank + size - 1) % size;
    Prequest send = world.Rsend_init(out, 0, 1, MPI.INT, right, 6);
    Prequest receive = world.Recv_init(in, 0, 1, MPI.INT, left, 6);
    for (int i = 0; i < 1000; i++) {
      out[0] = rank + i;
      Prequest.Startall(new Prequest[] {receive, send});
      Status[] statuses = Request.Waitall(new Request[] {receive, null, send});
      Check.equal(left, statuses[0].source, "source");
      Check.equal(left + i, in[0], "data");
    }
  }

  private void blocks() {
    Datatype picked = Datatype.Hindexed(new int[] {1, 2}, new int[] {3, 0}, MPI.INT);
    picked.Commit();
    Check.equal(3, picked.Size(), "size");
    Check.equal(4, picked.Extent(), "extent");
    int[] in = new int[3];
    int[] out = {5, 6, 7, 8};
    world.Sendrecv(out, 0, 1, picked, rank, 2, in, 0, 3, MPI.INT, rank, 2);
    Check.equal(new int[] {8, 5, 6}, in, "picked");
    int[] pair = {7, rank};
    world.Allreduce(pair, 0, pair, 0, 1, MPI.INT2, MPI.MINLOC);
    Check.equal(new int[] {7, 0}, pair, "the least, and the first that has it");
  }
}
