package programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpjbuf.Buffer;
import mpjbuf.BufferFactory;

/** Derived datatypes, bounds, counts, Pack and Unpack. */
public final class Types {

  private static int rank;
  private static int size;
  private static int next;
  private static int last;

  private Types() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    next = (rank + 1) % size;
    last = (rank + size - 1) % size;
    sizes();
    markers(MPI.INT);
    markers(MPI.OBJECT);
    markers(MPI.BOOLEAN);
    columns();
    triangle();
    backwards();
    booleans();
    overlaps();
    resized();
    zeros();
    partial();
    packing();
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("types: right");
    }
    MPI.Finalize();
  }

  private static void bounds(Datatype type, int size, int extent, int lower, int upper) {
    Check.equal(size, type.Size(), "size");
    Check.equal(extent, type.Extent(), "extent");
    Check.equal(lower, type.Lb(), "lower bound");
    Check.equal(upper, type.Ub(), "upper bound");
  }

  private static void sizes() {
    for (Datatype type :
        new Datatype[] {
          MPI.BYTE,
          MPI.CHAR,
          MPI.SHORT,
          MPI.BOOLEAN,
          MPI.INT,
          MPI.LONG,
          MPI.FLOAT,
          MPI.DOUBLE,
          MPI.OBJECT,
          MPI.PACKED,
          MPI.NULL
        }) {
      bounds(type, 1, 1, 0, 1);
    }
    bounds(MPI.LB, 0, 0, 0, 0);
    bounds(MPI.UB, 0, 0, 0, 0);
    bounds(MPI.DOUBLE2, 2, 2, 0, 2);
    bounds(Datatype.Contiguous(5, MPI.DOUBLE), 5, 5, 0, 5);
    bounds(Datatype.Vector(2, 3, 4, MPI.INT), 6, 7, 0, 7);
    bounds(Datatype.Vector(2, 1, 2, Datatype.Contiguous(2, MPI.INT)), 4, 6, 0, 6);
    bounds(Datatype.Hvector(2, 1, 3, Datatype.Contiguous(2, MPI.INT)), 4, 5, 0, 5);
    bounds(Datatype.Vector(3, 1, -2, MPI.SHORT), 3, 5, -4, 1);
    bounds(Datatype.Indexed(new int[] {2, 1}, new int[] {1, 5}, MPI.LONG), 3, 5, 1, 6);
    bounds(Datatype.Contiguous(0, MPI.INT), 0, 0, 0, 0);
    Check.equal(5, MPI.INT.getType(), "code");
    Check.equal(12, Datatype.Vector(1, 1, 1, MPI.OBJECT).baseType, "code");
    Check.equal(8, MPI.DOUBLE.getByteSize(), "bytes");
    Check.fails(() -> Datatype.Contiguous(-1, MPI.INT), "a negative count");
    Check.fails(
        () ->
            Datatype.Struct(
                new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.DOUBLE}),
        "two base types");
    Datatype type = Datatype.Contiguous(1, MPI.INT);
    type.Commit();
    type.free();
    type.finalize();
  }

  private static Datatype struct(int[] lengths, int[] places, Datatype... types) {
    return Datatype.Struct(lengths, places, types);
  }

  private static void markers(Datatype type) {
    int[] ones = {1, 1, 1};
    Datatype ten = Datatype.Contiguous(10, type);
    bounds(struct(ones, new int[] {0, 0, 97}, ten, MPI.LB, MPI.UB), 10, 97, 0, 97);
    bounds(struct(ones, new int[] {-3, 3, 94}, ten, MPI.LB, MPI.UB), 10, 91, 3, 94);
    Datatype wide = struct(ones, new int[] {0, -3, 96}, ten, MPI.LB, MPI.UB);
    bounds(wide, 10, 99, -3, 96);
    bounds(struct(new int[] {1}, new int[] {5}, wide), 10, 99, 2, 101);
    bounds(struct(new int[] {1, 1}, new int[] {0, 500}, wide, ten), 20, 99, -3, 96);
    bounds(struct(new int[] {1, 1}, new int[] {500, 0}, ten, wide), 20, 99, -3, 96);
    bounds(Datatype.Contiguous(2, wide), 20, 198, -3, 195);
    bounds(struct(new int[] {2, 1}, new int[] {0, 7}, type, type), 3, 8, 0, 8);
    bounds(struct(new int[] {1, 0}, new int[] {2, 70}, type, type), 1, 1, 2, 3);
    bounds(struct(new int[] {1, 1}, new int[] {-10, 20}, MPI.LB, MPI.UB), 0, 30, -10, 20);
  }

  private static void columns() {
    double[] matrix = new double[64];
    Arrays.setAll(matrix, i -> i + 100.0 * rank);
    Datatype column = Datatype.Vector(8, 1, 8, MPI.DOUBLE);
    Request send = MPI.COMM_WORLD.Isend(matrix, 3, 1, column, next, 0);
    matrix[3] = -1;
    double[] plain = new double[8];
    Status status = MPI.COMM_WORLD.Recv(plain, 0, 8, MPI.DOUBLE, last, 0);
    send.Wait();
    Check.equal(3 + 100.0 * last, plain[0], "a column's first element");
    Check.equal(59 + 100.0 * last, plain[7], "a column's last element");
    Check.equal(1, status.Get_count(column), "columns");
    Check.equal(8, status.Get_elements(column), "elements");
    double[] other = new double[64];
    MPI.COMM_WORLD.Send(plain, 0, 8, MPI.DOUBLE, next, 0);
    MPI.COMM_WORLD.Irecv(other, 5, 1, column, last, 0).Wait();
    Check.equal(plainOf(last, size)[7], other[61], "a column that was received");
    Check.equal(0.0, other[60], "what is beside the column");
    double[] all = new double[64];
    MPI.COMM_WORLD.Bcast(rank == 0 ? matrix : all, 0, 1, column, 0);
    if (rank != 0) {
      Check.equal(56.0, all[56], "a column that was broadcast");
      Check.equal(0.0, all[57], "what is beside the column");
    }
    double[] columns = new double[64 * size];
    MPI.COMM_WORLD.Allgather(plain, 0, 8, MPI.DOUBLE, columns, 0, 1, column);
    Check.equal(plainOf(0, size)[1], columns[8], "a column that was gathered");
  }

  /** The column that a rank has received from its own last one. */
  private static double[] plainOf(int owner, int size) {
    double[] column = new double[8];
    Arrays.setAll(column, i -> 3 + 8 * i + 100.0 * ((owner + size - 1) % size));
    return column;
  }

  private static void triangle() {
    int[] lengths = new int[8];
    int[] places = new int[8];
    for (int i = 0; i < 8; i++) {
      lengths[i] = 8 - i;
      places[i] = 9 * i;
    }
    Datatype upper = Datatype.Indexed(lengths, places, MPI.DOUBLE);
    double[] matrix = new double[64];
    Arrays.setAll(matrix, i -> i);
    MPI.COMM_WORLD.Isend(matrix, 0, 1, upper, next, 0);
    double[] received = new double[64];
    MPI.COMM_WORLD.Recv(received, 0, 1, upper, last, 0);
    for (int i = 0; i < 64; i++) {
      Check.equal(i / 8 <= i % 8 ? i * 1.0 : 0.0, received[i], "a triangle");
    }
    MPI.COMM_WORLD.Isend(matrix, 0, 1, upper, next, 0);
    Status status = MPI.COMM_WORLD.Recv(received, 0, 64, MPI.DOUBLE, last, 0);
    Check.equal(36, status.Get_count(MPI.DOUBLE), "elements of a triangle");
  }

  private static void backwards() {
    int[] data = {1, 2, 3, 4, 5};
    Datatype type = Datatype.Vector(5, 1, -1, MPI.INT);
    MPI.COMM_WORLD.Isend(data, 4, 1, type, next, 0);
    int[] received = new int[5];
    MPI.COMM_WORLD.Recv(received, 0, 5, MPI.INT, last, 0);
    Check.equal(new int[] {5, 4, 3, 2, 1}, received, "backwards");
    MPI.COMM_WORLD.Isend(data, 0, 5, MPI.INT, next, 0);
    MPI.COMM_WORLD.Recv(received, 4, 1, type, last, 0);
    Check.equal(new int[] {5, 4, 3, 2, 1}, received, "backwards");
    MPI.COMM_WORLD.Bcast(received, 4, 1, type, 0);
    Check.equal(new int[] {5, 4, 3, 2, 1}, received, "backwards");
    Datatype swapped = Datatype.Indexed(new int[] {1, 1}, new int[] {1, 0}, MPI.INT);
    MPI.COMM_WORLD.Isend(data, 0, 2, swapped, next, 0);
    MPI.COMM_WORLD.Recv(received, 0, 4, MPI.INT, last, 0);
    Check.equal(new int[] {2, 1, 4, 3, 1}, received, "swapped");
  }

  private static void booleans() {
    Datatype type = Datatype.Vector(2, 1, 2, MPI.BOOLEAN);
    boolean[] data = {true, false, true, true};
    MPI.COMM_WORLD.Isend(data, 0, 1, type, next, 0);
    boolean[] received = {false, true, false, true};
    MPI.COMM_WORLD.Recv(received, 1, 1, type, last, 0);
    Check.equal(new boolean[] {false, true, false, true}, received, "booleans");
    MPI.COMM_WORLD.Isend(data, 0, 2, MPI.BOOLEAN, next, 0);
    MPI.COMM_WORLD.Irecv(received, 0, 1, type, last, 0).Wait();
    Check.equal(new boolean[] {true, true, false, true}, received, "booleans");
    Datatype backwards = Datatype.Vector(3, 1, -1, MPI.BOOLEAN);
    MPI.COMM_WORLD.Isend(data, 2, 1, backwards, next, 0);
    MPI.COMM_WORLD.Recv(received, 0, 3, MPI.BOOLEAN, last, 0);
    Check.equal(new boolean[] {true, false, true, true}, received, "booleans backwards");
    Datatype row = Datatype.Contiguous(2, MPI.BOOLEAN);
    MPI.COMM_WORLD.Bcast(received, 0, 2, row, 0);
    Check.equal(new boolean[] {true, false, true, true}, received, "booleans in a row");
  }

  private static void overlaps() {
    Datatype sent = Datatype.Vector(3, 2, 3, MPI.INT);
    int[] data = new int[60];
    Arrays.setAll(data, i -> i);
    for (int stride = 7; stride <= 10; stride++) {
      Datatype received = Datatype.Hvector(4, 1, stride, sent);
      Check.equal(24, received.Size(), "size");
      int[] expected = new int[60];
      int[] into = new int[60];
      for (int i = 0; i < 24; i++) {
        int inside = i % 6;
        expected[i / 6 * stride + inside / 2 * 3 + inside % 2] =
            8 * (i / 6) + inside / 2 * 3 + inside % 2;
      }
      MPI.COMM_WORLD.Isend(data, 0, 4, sent, next, 0);
      MPI.COMM_WORLD.Recv(into, 0, 1, received, last, 0);
      Check.equal(expected, into, "items that overlap");
      into = new int[60];
      MPI.COMM_WORLD.Bcast(
          rank == 0 ? data : into, 0, rank == 0 ? 4 : 1, rank == 0 ? sent : received, 0);
      if (rank != 0) {
        Check.equal(expected, into, "items that overlap in a broadcast");
      }
    }
  }

  private static void resized() {
    Datatype column =
        struct(new int[] {1, 1}, new int[] {0, 1}, Datatype.Vector(3, 1, 3, MPI.INT), MPI.UB);
    bounds(column, 3, 1, 0, 1);
    int[] matrix = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    int[] transposed = new int[9];
    MPI.COMM_WORLD.Isend(matrix, 0, 9, MPI.INT, next, 0);
    MPI.COMM_WORLD.Recv(transposed, 0, 3, column, last, 0);
    Check.equal(new int[] {1, 4, 7, 2, 5, 8, 3, 6, 9}, transposed, "transposed");
  }

  private static void zeros() {
    Datatype none = Datatype.Struct(new int[0], new int[0], new Datatype[0]);
    MPI.COMM_WORLD.Isend(new int[1], 0, 100, none, next, 0);
    Status status = MPI.COMM_WORLD.Recv(new int[1], 0, 100, none, last, 0);
    Check.equal(100, status.Get_count(none), "count of nothing");
    Check.equal(MPI.UNDEFINED, status.Get_elements(none), "elements of nothing");
    Datatype type = struct(new int[] {1, 0, 2}, new int[] {0, 1, 2}, MPI.INT, MPI.INT, MPI.INT);
    bounds(type, 3, 4, 0, 4);
    int[] data = {0, -1, 2, 3, 4, -1, 6, 7, -1, -1};
    int[] received = new int[10];
    Arrays.fill(received, -2);
    MPI.COMM_WORLD.Isend(data, 0, 2, type, next, 0);
    Status two = MPI.COMM_WORLD.Recv(received, 0, 2, type, last, 0);
    Check.equal(6, two.Get_elements(type), "elements");
    Check.equal(2, two.Get_count(type), "count");
    Check.equal(new int[] {0, -2, 2, 3, 4, -2, 6, 7, -2, -2}, received, "gaps");
  }

  private static void partial() {
    Datatype pair = Datatype.Vector(2, 1, 2, MPI.INT);
    int[] received = new int[6];
    MPI.COMM_WORLD.Isend(new int[] {1, 2, 3}, 0, 3, MPI.INT, next, 0);
    Status status = MPI.COMM_WORLD.Recv(received, 0, 2, pair, last, 0);
    Check.equal(MPI.UNDEFINED, status.Get_count(pair), "a part of an element");
    Check.equal(3, status.Get_elements(pair), "elements");
    Check.equal(new int[] {1, 0, 2, 3, 0, 0}, received, "a part of an element");
  }

  private static void packing() {
    int bytes =
        MPI.COMM_WORLD.Pack_size(3, MPI.INT)
            + MPI.COMM_WORLD.Pack_size(2, MPI.OBJECT)
            + MPI.COMM_WORLD.Pack_size(2, MPI.DOUBLE);
    Buffer out =
        new Buffer(
            BufferFactory.create(bytes + MPI.SEND_OVERHEAD),
            MPI.SEND_OVERHEAD,
            bytes + MPI.SEND_OVERHEAD);
    String large = "x".repeat(20_000);
    int position = MPI.COMM_WORLD.Pack(new int[] {1, 2, 3}, 0, 3, MPI.INT, out, 0);
    position = MPI.COMM_WORLD.Pack(new String[] {large, "b"}, 0, 2, MPI.OBJECT, out, position);
    position =
        MPI.COMM_WORLD.Pack(
            new double[] {1, 0, 2}, 0, 1, Datatype.Vector(2, 1, 2, MPI.DOUBLE), out, position);
    Check.equal(bytes, position, "position after packing");
    byte[] copy = out.content();
    for (int way = 0; way < 2; way++) {
      out.fill(copy);
      Request send = MPI.COMM_WORLD.Isend(out, 0, position, MPI.PACKED, next, 9);
      Check.equal(0, out.getSize(), "a buffer after its send");
      Buffer in =
          new Buffer(
              BufferFactory.create(bytes + MPI.RECV_OVERHEAD),
              MPI.RECV_OVERHEAD,
              bytes + MPI.RECV_OVERHEAD);
      Status status =
          way == 0
              ? MPI.COMM_WORLD.Recv(in, 0, bytes, MPI.PACKED, last, 9)
              : MPI.COMM_WORLD.Irecv(in, 0, bytes, MPI.PACKED, last, 9).Wait();
      send.Wait();
      Check.equal(last, status.source, "source of packed data");
      int[] ints = new int[3];
      int at = MPI.COMM_WORLD.Unpack(in, 0, ints, 0, 3, MPI.INT);
      String[] strings = new String[2];
      at = MPI.COMM_WORLD.Unpack(in, at, strings, 0, 2, MPI.OBJECT);
      double[] doubles = new double[2];
      at = MPI.COMM_WORLD.Unpack(in, at, doubles, 0, 2, MPI.DOUBLE);
      Check.equal(new int[] {1, 2, 3}, ints, "packed ints");
      Check.equal(new String[] {large, "b"}, strings, "packed objects");
      Check.equal(new double[] {1, 2}, doubles, "packed doubles");
      Check.equal(bytes, at, "position after unpacking");
      BufferFactory.destroy(in.getStaticBuffer());
    }
    Check.fails(() -> MPI.COMM_WORLD.Unpack(out, 0, new int[1], 0, 1, MPI.INT), "nothing packed");
  }
}
