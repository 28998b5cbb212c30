package programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

/** Collectives on primitives. */
@SuppressWarnings("checkstyle:Regexp") // Programs of mpiJava keep their rank in statics.
public final class Collective {

  private static int rank;
  private static int size;

  private Collective() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    for (int root = 0; root < size; root++) {
      rooted(root);
    }
    all();
    vectors();
    gappy();
    reductions();
    operators();
    places();
    functions();
    inPlace();
    backwards();
    wrong();
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("collectives: right");
    }
    MPI.Finalize();
  }

  private static int[] filled(int length, int value) {
    int[] array = new int[length];
    Arrays.fill(array, value);
    return array;
  }

  private static void rooted(int root) {
    int[] data = rank == root ? new int[] {-1, 4, 5} : new int[3];
    MPI.COMM_WORLD.Bcast(data, 1, 2, MPI.INT, root);
    Check.equal(5, data[2], "Bcast");
    boolean[] flags = {rank == root};
    MPI.COMM_WORLD.Bcast(flags, 0, 1, MPI.BOOLEAN, root);
    Check.that(flags[0], "Bcast of booleans");
    int[] gathered = new int[3 * size + 1];
    MPI.COMM_WORLD.Gather(filled(3, rank), 0, 3, MPI.INT, gathered, 1, 3, MPI.INT, root);
    if (rank == root) {
      for (int i = 0; i < 3 * size; i++) {
        Check.equal(i / 3, gathered[1 + i], "Gather");
      }
    }
    int[] part = new int[4];
    MPI.COMM_WORLD.Scatter(gathered, 1, 3, MPI.INT, part, 1, 3, MPI.INT, root);
    Check.equal(new int[] {0, rank, rank, rank}, part, "Scatter");
  }

  private static void all() {
    long[] mine = {rank, -rank};
    long[] all = new long[2 * size];
    MPI.COMM_WORLD.Allgather(mine, 0, 2, MPI.LONG, all, 0, 2, MPI.LONG);
    Check.equal(1L - size, all[2 * size - 1], "Allgather");
    int[] sent = new int[2 * size];
    Arrays.setAll(sent, i -> 100 * rank + i / 2);
    int[] received = new int[2 * size];
    MPI.COMM_WORLD.Alltoall(sent, 0, 2, MPI.INT, received, 0, 2, MPI.INT);
    for (int i = 0; i < 2 * size; i++) {
      Check.equal(100 * (i / 2) + rank, received[i], "Alltoall");
    }
  }

  private static void vectors() {
    int[] counts = filled(size + 10, 55);
    int[] places = filled(size + 10, 77);
    for (int i = 0; i < size; i++) {
      counts[i] = i;
      places[i] = 10 * (size - 1 - i);
    }
    int[] gathered = filled(10 * size + 2, -1);
    int[] mine = filled(rank + 1, rank);
    MPI.COMM_WORLD.Gatherv(mine, 1, rank, MPI.INT, gathered, 2, counts, places, MPI.INT, 0);
    if (rank == 0) {
      checkBlocks(gathered, 2);
    }
    Arrays.fill(gathered, -1);
    MPI.COMM_WORLD.Allgatherv(mine, 1, rank, MPI.INT, gathered, 2, counts, places, MPI.INT);
    checkBlocks(gathered, 2);
    int[] part = filled(rank + 1, -1);
    MPI.COMM_WORLD.Scatterv(gathered, 2, counts, places, MPI.INT, part, 1, rank, MPI.INT, 0);
    Check.equal(rank == 0 ? -1 : rank, part[rank], "Scatterv");
    int[] sent = filled(10 * size, rank);
    int[] result = filled(10 * size + 2, -1);
    MPI.COMM_WORLD.Alltoallv(
        sent, 0, filled(size + 1, rank), places, MPI.INT, result, 2, counts, places, MPI.INT);
    checkBlocks(result, 2);
    int[] lower = new int[size];
    Arrays.setAll(lower, i -> -i);
    int[] ones = filled(size, 1);
    MPI.COMM_WORLD.Allgatherv(
        new int[] {rank}, 0, 1, MPI.INT, result, size - 1, ones, lower, MPI.INT);
    for (int i = 0; i < size; i++) {
      Check.equal(size - 1 - i, result[i], "negative displacements");
    }
  }

  private static void checkBlocks(int[] blocks, int offset) {
    for (int i = 0; i < 10 * size; i++) {
      int owner = size - 1 - i / 10;
      Check.equal(i % 10 < owner ? owner : -1, blocks[offset + i], "blocks");
    }
  }

  private static void gappy() {
    Datatype type = Datatype.Vector(2, 1, 2, MPI.INT); // x.x
    int[] gathered = filled(3 * size, -1);
    MPI.COMM_WORLD.Allgather(new int[] {rank, 0, 9}, 0, 1, type, gathered, 0, 1, type);
    for (int i = 0; i < size; i++) {
      Check.equal(new int[] {i, -1, 9}, Arrays.copyOfRange(gathered, 3 * i, 3 * i + 3), "gaps");
    }
    int[] places = new int[size];
    Arrays.setAll(places, i -> 2 * i);
    int[] wide = filled(6 * size, -1);
    MPI.COMM_WORLD.Allgatherv(
        new int[] {rank, 8}, 0, 2, MPI.INT, wide, 0, filled(size, 1), places, type);
    Check.equal(8, wide[6 * (size - 1) + 2], "gaps in blocks");
    Check.equal(-1, wide[6 * (size - 1) + 1], "gaps in blocks");
    int[] part = new int[2];
    MPI.COMM_WORLD.Scatterv(wide, 0, filled(size, 1), places, type, part, 0, 2, MPI.INT, size - 1);
    Check.equal(new int[] {rank, 8}, part, "scattered gaps");
  }

  private static void reductions() {
    int sum = size * (size - 1) / 2;
    int[] result = new int[3];
    MPI.COMM_WORLD.Reduce(new int[] {0, rank, 1}, 1, result, 1, 2, MPI.INT, MPI.SUM, size / 2);
    if (rank == size / 2) {
      Check.equal(new int[] {0, sum, size}, result, "Reduce");
    }
    double[] doubles = new double[10_000];
    double[] total = new double[10_000];
    Arrays.fill(doubles, rank + 0.5);
    MPI.COMM_WORLD.Allreduce(doubles, 0, total, 0, 10_000, MPI.DOUBLE, MPI.SUM);
    Check.equal(sum + 0.5 * size, total[9999], "Allreduce");
    MPI.COMM_WORLD.Scan(new int[] {rank}, 0, result, 0, 1, MPI.INT, MPI.SUM);
    Check.equal(rank * (rank + 1) / 2, result[0], "Scan");
    int[] counts = filled(128, 9);
    for (int i = 0; i < size; i++) {
      counts[i] = i % 3;
    }
    int[] many = new int[3 * size];
    Arrays.setAll(many, i -> i);
    int[] mine = new int[3];
    MPI.COMM_WORLD.Reduce_scatter(many, 0, mine, 1, counts, MPI.INT, MPI.SUM);
    int first = Arrays.stream(counts, 0, rank).sum();
    for (int i = 0; i < rank % 3; i++) {
      Check.equal(size * (first + i), mine[1 + i], "Reduce_scatter");
    }
  }

  private static void operators() {
    byte[] bytes = new byte[1];
    MPI.COMM_WORLD.Allreduce(new byte[] {(byte) (1 << rank)}, 0, bytes, 0, 1, MPI.BYTE, MPI.BOR);
    Check.equal((byte) ((1 << size) - 1), bytes[0], "BOR");
    char[] chars = new char[1];
    MPI.COMM_WORLD.Allreduce(
        new char[] {rank == 0 ? (char) 0xf000 : 'a'}, 0, chars, 0, 1, MPI.CHAR, MPI.MAX);
    Check.equal((char) 0xf000, chars[0], "MAX of chars");
    boolean[] flags = new boolean[2];
    boolean[] given = {rank == 0, true};
    MPI.COMM_WORLD.Allreduce(given, 0, flags, 0, 2, MPI.BOOLEAN, MPI.LAND);
    Check.equal(new boolean[] {size == 1, true}, flags, "LAND");
    MPI.COMM_WORLD.Allreduce(given, 0, flags, 0, 2, MPI.BOOLEAN, MPI.LOR);
    Check.equal(new boolean[] {true, true}, flags, "LOR");
    MPI.COMM_WORLD.Allreduce(given, 0, flags, 0, 2, MPI.BOOLEAN, MPI.LXOR);
    Check.equal(new boolean[] {true, size % 2 == 1}, flags, "LXOR");
    float[] floats = new float[1];
    MPI.COMM_WORLD.Allreduce(new float[] {2}, 0, floats, 0, 1, MPI.FLOAT, MPI.PROD);
    Check.equal((float) (1 << size), floats[0], "PROD");
    short[] shorts = new short[1];
    MPI.COMM_WORLD.Allreduce(new short[] {(short) -rank}, 0, shorts, 0, 1, MPI.SHORT, MPI.MIN);
    Check.equal((short) (1 - size), shorts[0], "MIN");
    Datatype row = Datatype.Contiguous(2, MPI.INT);
    int[] sums = new int[4];
    MPI.COMM_WORLD.Allreduce(new int[] {1, 2, 3, 4}, 0, sums, 0, 2, row, MPI.SUM);
    Check.equal(new int[] {size, 2 * size, 3 * size, 4 * size}, sums, "SUM of rows");
  }

  private static void places() {
    int half = size / 2;
    int[] ints = {rank == half ? 7 : 1, rank, 5, rank};
    int[] result = new int[4];
    MPI.COMM_WORLD.Allreduce(ints, 0, result, 0, 2, MPI.INT2, MPI.MAXLOC);
    Check.equal(new int[] {7, half, 5, 0}, result, "MAXLOC");
    double[] doubles = {-rank, rank};
    double[] least = new double[2];
    MPI.COMM_WORLD.Reduce(doubles, 0, least, 0, 1, MPI.DOUBLE2, MPI.MINLOC, 0);
    if (rank == 0) {
      Check.equal(new double[] {1 - size, size - 1}, least, "MINLOC");
    }
    short[] shorts = new short[2];
    MPI.COMM_WORLD.Allreduce(
        new short[] {3, (short) rank}, 0, shorts, 0, 1, MPI.SHORT2, MPI.MINLOC);
    Check.equal(new short[] {3, 0}, shorts, "MINLOC of shorts");
    long[] longs = new long[2];
    MPI.COMM_WORLD.Allreduce(new long[] {rank, rank}, 0, longs, 0, 1, MPI.LONG2, MPI.MAXLOC);
    Check.equal(new long[] {size - 1, size - 1}, longs, "MAXLOC of longs");
    float[] floats = new float[2];
    MPI.COMM_WORLD.Allreduce(new float[] {rank, rank}, 0, floats, 0, 1, MPI.FLOAT2, MPI.MINLOC);
    Check.equal(new float[] {0, 0}, floats, "MINLOC of floats");
    int[] into = {1, 5};
    new mpi.Maxloc().Call(new int[] {1, 3}, 0, into, 0, 1, MPI.INT2);
    Check.equal(new int[] {1, 3}, into, "the function of MAXLOC");
  }

  /** Multiplies matrices of two by two, which do not commute. */
  static final class Product extends User_function {
    @Override
    public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
      double[] a = (double[]) in;
      double[] b = (double[]) inout;
      for (int k = 0; k < 4 * count; k += 4) {
        double b0 = b[j + k];
        double b1 = b[j + k + 1];
        double b2 = b[j + k + 2];
        double b3 = b[j + k + 3];
        b[j + k] = a[i + k] * b0 + a[i + k + 1] * b2;
        b[j + k + 1] = a[i + k] * b1 + a[i + k + 1] * b3;
        b[j + k + 2] = a[i + k + 2] * b0 + a[i + k + 3] * b2;
        b[j + k + 3] = a[i + k + 2] * b1 + a[i + k + 3] * b3;
      }
    }
  }

  /** The sums of pairs at an offset and before it. */
  static final class Sums extends User_function {
    @Override
    public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
      for (int k = -2; k < 4 * count - 2; k++) {
        ((double[]) inout)[j + k] += ((double[]) in)[i + k];
      }
    }
  }

  /** The exclusive or of booleans. */
  static final class Parity extends User_function {
    @Override
    public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
      for (int k = 0; k < count; k++) {
        ((boolean[]) inout)[j + k] ^= ((boolean[]) in)[i + k];
      }
    }
  }

  private static double[] matrix(int seed) {
    return new double[] {1, seed, 0, seed % 2 == 0 ? 2 : 1};
  }

  private static double[] product(int last) {
    double[] product = matrix(0);
    for (int i = 1; i <= last; i++) {
      double[] next = matrix(i);
      new Product().Call(product, 0, next, 0, 1, null);
      product = next;
    }
    return product;
  }

  private static void functions() {
    Datatype two = Datatype.Contiguous(4, MPI.DOUBLE);
    Op multiply = new Op(new Product(), false);
    double[] many = new double[400];
    for (int i = 0; i < 100; i++) {
      System.arraycopy(matrix(rank), 0, many, 4 * i, 4);
    }
    double[] result = new double[400];
    MPI.COMM_WORLD.Allreduce(many, 0, result, 0, 100, two, multiply);
    Check.equal(product(size - 1), Arrays.copyOfRange(result, 396, 400), "in rank order");
    MPI.COMM_WORLD.Scan(many, 0, result, 0, 100, two, multiply);
    Check.equal(product(rank), Arrays.copyOfRange(result, 4, 8), "scan in rank order");
    MPI.COMM_WORLD.Reduce(many, 0, result, 0, 1, two, multiply, size - 1);
    if (rank == size - 1) {
      Check.equal(product(rank), Arrays.copyOfRange(result, 0, 4), "reduction in rank order");
    }
    int[] counts = filled(size, 1);
    MPI.COMM_WORLD.Reduce_scatter(many, 0, result, 0, counts, two, multiply);
    Check.equal(product(size - 1), Arrays.copyOfRange(result, 0, 4), "Reduce_scatter");
    boolean[] flags = new boolean[3];
    MPI.COMM_WORLD.Allreduce(
        new boolean[] {true, false, rank == 0},
        0,
        flags,
        0,
        3,
        MPI.BOOLEAN,
        new Op(new Parity(), true));
    Check.equal(new boolean[] {size % 2 == 1, false, true}, flags, "a function of booleans");
  }

  private static void backwards() {
    Datatype pair = Datatype.Vector(2, 2, -2, MPI.DOUBLE);
    double[] data = {1, 0, 2, 3, 0, 0, 0, 0};
    MPI.COMM_WORLD.Allreduce(data, 2, data, 6, 1, pair, new Op(new Sums(), true));
    Check.equal(
        new double[] {1, 0, 2, 3, size, 0, 2.0 * size, 3.0 * size},
        data,
        "a function of elements before the offset, in one array");
  }

  private static void inPlace() {
    int[] data = {rank, 1, 2};
    MPI.COMM_WORLD.Allreduce(data, 0, data, 0, 2, MPI.INT, MPI.SUM);
    Check.equal(new int[] {size * (size - 1) / 2, size, 2}, data, "Allreduce in one array");
    data = new int[] {rank, 1, -1, -1};
    MPI.COMM_WORLD.Allreduce(data, 0, data, 1, 2, MPI.INT, MPI.MAX);
    Check.equal(new int[] {rank, size - 1, 1, -1}, data, "Allreduce, shifted");
    data = new int[] {rank, 1};
    MPI.COMM_WORLD.Reduce(data, 0, data, 0, 2, MPI.INT, MPI.SUM, 0);
    if (rank == 0) {
      Check.equal(new int[] {size * (size - 1) / 2, size}, data, "Reduce in one array");
    }
    data = new int[] {rank + 1};
    MPI.COMM_WORLD.Scan(data, 0, data, 0, 1, MPI.INT, MPI.SUM);
    Check.equal((rank + 1) * (rank + 2) / 2, data[0], "Scan in one array");
    int[] all = new int[size];
    all[0] = rank;
    MPI.COMM_WORLD.Allgather(all, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
    Check.equal(size - 1, all[size - 1], "Allgather in one array");
    Arrays.setAll(all, i -> rank);
    MPI.COMM_WORLD.Alltoall(all, 0, 1, MPI.INT, all, 0, 1, MPI.INT);
    Check.equal(size - 1, all[size - 1], "Alltoall in one array");
    all[size - 1] = rank;
    MPI.COMM_WORLD.Gather(all, size - 1, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
    MPI.COMM_WORLD.Scatter(all, 0, 1, MPI.INT, all, size - 1, 1, MPI.INT, 0);
    Check.equal(rank, all[size - 1], "Scatter in one array");
    int[] more = new int[2 * size];
    Arrays.setAll(more, i -> i);
    MPI.COMM_WORLD.Reduce_scatter(more, 0, more, 0, filled(size, 2), MPI.INT, MPI.SUM);
    Check.equal(2 * rank * size, more[0], "Reduce_scatter in one array");
  }

  private static void wrong() {
    int[] data = new int[4];
    Check.fails(
        () -> MPI.COMM_WORLD.Allreduce(data, 0, new int[4], 0, 4, MPI.INT, MPI.LAND),
        "LAND of ints");
    Check.fails(
        () ->
            MPI.COMM_WORLD.Allreduce(new boolean[1], 0, new boolean[1], 0, 1, MPI.BOOLEAN, MPI.SUM),
        "SUM of booleans");
    Check.fails(
        () -> MPI.COMM_WORLD.Allreduce(new double[1], 0, new double[1], 0, 1, MPI.DOUBLE, MPI.BAND),
        "BAND of doubles");
    Check.fails(
        () -> MPI.COMM_WORLD.Allreduce(data, 0, new int[4], 0, 4, MPI.INT, MPI.MAXLOC),
        "MAXLOC of ints");
    Check.fails(() -> MPI.COMM_WORLD.Bcast(data, 0, 4, MPI.INT, size), "a root");
    Check.fails(() -> MPI.COMM_WORLD.Bcast(data, 0, -4, MPI.INT, 0), "a count");
    Check.fails(() -> MPI.COMM_WORLD.Bcast(data, 2, 4, MPI.INT, 0), "too many elements");
  }
}
