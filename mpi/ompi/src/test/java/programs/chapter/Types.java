package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Checks;

/** Derived datatypes: their sizes, and what they send and receive. */
public final class Types {

  private static Intracomm self;

  private Types() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          self = MPI.COMM_SELF;
          Chapter.section("indexed", Types::indexed);
          Chapter.section("nested", Types::nested);
          Chapter.section("resized", Types::resized);
          Chapter.section("struct", Types::struct);
          Chapter.section("backwards", Types::backwards);
          Chapter.section("empty", Types::empty);
          Chapter.section("copies", Types::copies);
          Chapter.section("predefined", Types::predefined);
          Chapter.section("refusals", Types::refusals);
        });
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  private static int[] packed(Object data, int count, Datatype type, int ints) throws MPIException {
    int[] result = new int[ints];
    Status status = self.sendRecv(data, count, type, 0, 1, result, ints, MPI.INT, 0, 1);
    Checks.equal(ints, status.getCount(MPI.INT), "ints sent");
    return result;
  }

  private static void indexed() throws MPIException {
    Datatype picked =
        Datatype.createIndexed(new int[] {2, 1, 0, 3}, new int[] {5, 0, 1, 9}, MPI.INT);
    picked.commit();
    Checks.equal(6, picked.getSize(), "size");
    Checks.equal(0, picked.getLb(), "lower bound");
    Checks.equal(12, picked.getExtent(), "extent");
    Checks.equal(new int[] {5, 6, 0, 9, 10, 11}, packed(numbers(12), 1, picked, 6), "indexed");
    int[] two = packed(numbers(24), 2, picked, 12);
    Checks.equal(17, two[6], "the second element");
    IntBuffer direct = MPI.newIntBuffer(12);
    direct.put(numbers(12));
    Checks.equal(new int[] {5, 6, 0, 9, 10, 11}, packed(direct, 1, picked, 6), "direct");
    Datatype bytes = Datatype.createHIndexed(new int[] {1, 2}, new int[] {8, 16}, MPI.INT);
    bytes.commit();
    Checks.equal(3, bytes.getSize(), "size");
    Checks.equal(2, bytes.getLb(), "lower bound");
    Checks.equal(4, bytes.getExtent(), "extent");
    Checks.equal(new int[] {2, 4, 5}, packed(numbers(6), 1, bytes, 3), "hindexed");
    int[] spread = new int[6];
    self.sendRecv(new int[] {7, 8, 9}, 3, MPI.INT, 0, 0, spread, 1, bytes, 0, 0);
    Checks.equal(new int[] {0, 0, 7, 0, 8, 9}, spread, "received");
    picked.free();
    Checks.that(picked.isNull(), "freed");
  }

  private static void nested() throws MPIException {
    Datatype pair = Datatype.createVector(2, 1, 2, MPI.INT);
    Datatype rows = Datatype.createHVector(2, 1, 16, pair);
    Datatype twice = Datatype.createContiguous(2, rows);
    pair.free();
    rows.free();
    twice.commit();
    Checks.equal(8, twice.getSize(), "size");
    Checks.equal(14, twice.getExtent(), "extent");
    Checks.equal(new int[] {0, 2, 4, 6, 7, 9, 11, 13}, packed(numbers(14), 1, twice, 8), "nested");
    Datatype alike = Datatype.createContiguous(8, MPI.INT);
    alike.commit();
    int[] back = new int[14];
    Status status = self.sendRecv(numbers(8), 1, alike, 0, 0, back, 1, twice, 0, 0);
    Checks.equal(1, status.getCount(twice), "count");
    Checks.equal(8, status.getElements(twice), "elements");
    Checks.equal(new int[] {0, 0, 1, 0, 2, 0, 3, 4, 0, 5, 0, 6, 0, 7}, back, "received");
    status = self.sendRecv(numbers(5), 5, MPI.INT, 0, 0, back, 1, twice, 0, 0);
    Checks.equal(MPI.UNDEFINED, status.getCount(twice), "a part");
    Checks.equal(5, status.getElements(twice), "elements of a part");
    Checks.equal(5L, status.getElementsX(twice).getCount(), "elements of a part");
  }

  private static void resized() throws MPIException {
    Datatype wide = Datatype.createResized(MPI.INT, 0, 12);
    wide.commit();
    Checks.equal(1, wide.getSize(), "size");
    Checks.equal(3, wide.getExtent(), "extent");
    Checks.equal(1, wide.getTrueExtent(), "true extent");
    Checks.equal(new int[] {0, 3, 6}, packed(numbers(7), 3, wide, 3), "every third");
    Datatype shifted = Datatype.createResized(MPI.INT, -4, 8);
    shifted.commit();
    Checks.equal(-1, shifted.getLb(), "lower bound");
    Checks.equal(0, shifted.getTrueLb(), "true lower bound");
    Checks.equal(new int[] {0, 2, 4}, packed(numbers(5), 3, shifted, 3), "a lower bound");
    Datatype column = Datatype.createResized(Datatype.createVector(3, 1, 4, MPI.DOUBLE), 0, 8);
    column.commit();
    double[] matrix = new double[12];
    Arrays.setAll(matrix, i -> i);
    double[] turned = new double[12];
    self.sendRecv(matrix, 4, column, 0, 0, turned, 12, MPI.DOUBLE, 0, 0);
    Checks.equal(
        new double[] {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}, turned, "columns of a matrix");
    double[] again = new double[12];
    self.sendRecv(turned, 12, MPI.DOUBLE, 0, 0, again, 4, column, 0, 0);
    Checks.equal(matrix, again, "and back");
    DoubleBuffer direct = MPI.newDoubleBuffer(12);
    direct.put(matrix);
    self.sendRecv(direct, 4, column, 0, 0, again, 12, MPI.DOUBLE, 0, 0);
    Checks.equal(turned, again, "from a direct buffer");
    self.bcast(direct, 4, column, 0);
  }

  private static void struct() throws MPIException {
    Datatype mixed =
        Datatype.createStruct(
            new int[] {1, 2, 1},
            new int[] {0, 4, 16},
            new Datatype[] {MPI.BYTE, MPI.INT, MPI.DOUBLE});
    mixed.commit();
    Checks.equal(17, mixed.getSize(), "size");
    Checks.equal(24, mixed.getExtent(), "extent");
    ByteBuffer out = MPI.newByteBuffer(48);
    for (int i = 0; i < 2; i++) {
      out.put(24 * i, (byte) (i + 1));
      out.putInt(24 * i + 4, 10 + i);
      out.putInt(24 * i + 8, 20 + i);
      out.putDouble(24 * i + 16, i + 0.5);
    }
    ByteBuffer in = MPI.newByteBuffer(48);
    Status status = self.sendRecv(out, 2, mixed, 0, 0, in, 2, mixed, 0, 0);
    Checks.equal(2, status.getCount(mixed), "count");
    Checks.equal(8, status.getElements(mixed), "elements");
    Checks.equal(34, status.getCount(MPI.BYTE), "bytes");
    Checks.equal(out, in, "a struct");
    byte[] array = new byte[48];
    self.sendRecv(out, 2, mixed, 0, 0, array, 2, mixed, 0, 0);
    Checks.equal(out, ByteBuffer.wrap(array), "a struct in an array");
    int[][] extents = {
      {
        Datatype.createStruct(new int[] {1}, new int[] {4}, new Datatype[] {MPI.INT}).getExtent(), 4
      },
      {
        Datatype.createStruct(
                new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.BYTE, MPI.INT})
            .getExtent(),
        8
      },
      {
        Datatype.createStruct(new int[] {3}, new int[] {0}, new Datatype[] {MPI.BYTE}).getExtent(),
        3
      },
      {Datatype.createStruct(new int[0], new int[0], new Datatype[0]).getExtent(), 0}
    };
    for (int[] extent : extents) {
      Checks.equal(extent[1], extent[0], "padded extent");
    }
  }

  /** A negative stride: the element begins before its address. */
  private static void backwards() throws MPIException {
    Datatype back = Datatype.createVector(3, 1, -1, MPI.INT);
    Checks.equal(-2, back.getLb(), "lower bound");
    Checks.equal(3, back.getExtent(), "extent");
    Datatype shifted = Datatype.createHIndexed(new int[] {1}, new int[] {8}, back);
    shifted.commit();
    Checks.equal(0, shifted.getLb(), "lower bound");
    Checks.equal(new int[] {2, 1, 0}, packed(numbers(3), 1, shifted, 3), "backwards");
    IntBuffer direct = MPI.newIntBuffer(3);
    direct.put(numbers(3));
    Checks.equal(new int[] {2, 1, 0}, packed(direct, 1, shifted, 3), "backwards");
  }

  private static void empty() throws MPIException {
    Datatype none = Datatype.createContiguous(0, MPI.INT);
    none.commit();
    Checks.equal(0, none.getSize(), "size");
    Status status = self.sendRecv(new int[1], 5, none, 0, 0, new int[1], 1, MPI.INT, 0, 0);
    Checks.equal(0, status.getCount(MPI.INT), "nothing");
    Checks.equal(0, status.getCount(none), "nothing of an empty type");
    Datatype noBlocks = Datatype.createIndexed(new int[0], new int[0], MPI.DOUBLE);
    noBlocks.commit();
    Checks.equal(0, noBlocks.getExtent(), "extent");
  }

  private static void copies() throws MPIException {
    Datatype type = Datatype.createContiguous(2, MPI.LONG);
    int key = Datatype.createKeyval();
    type.setAttr(key, "kept");
    type.setName("two longs");
    Datatype copy = type.dup();
    Checks.equal("kept", copy.getAttr(key), "attribute");
    Checks.equal("Dup two longs", copy.getName(), "name of a duplicate");
    Chapter.refused(
        MPI.ERR_TYPE, "not committed", () -> self.send(new long[2], 1, copy, MPI.PROC_NULL, 0));
    type.commit();
    type.commit();
    Datatype committed = type.clone();
    self.send(new long[2], 1, committed, MPI.PROC_NULL, 0);
    type.deleteAttr(key);
    Checks.equal("kept", copy.getAttr(key), "attribute of the copy");
    Checks.that(type.getAttr(key) == null, "deleted");
    Datatype.freeKeyval(key);
    type.free();
    type.free();
    Checks.equal(2, committed.getSize(), "the copy lives on");
  }

  private static void predefined() throws MPIException {
    Datatype[] types = {
      MPI.BYTE,
      MPI.CHAR,
      MPI.SHORT,
      MPI.BOOLEAN,
      MPI.INT,
      MPI.LONG,
      MPI.FLOAT,
      MPI.DOUBLE,
      MPI.PACKED,
      MPI.FLOAT_COMPLEX,
      MPI.DOUBLE_COMPLEX
    };
    String[] names = {
      "MPI_UINT8_T",
      "MPI_UINT16_T",
      "MPI_INT16_T",
      "MPI_UINT8_T",
      "MPI_INT32_T",
      "MPI_INT64_T",
      "MPI_FLOAT",
      "MPI_DOUBLE",
      "MPI_PACKED",
      "MPI_C_COMPLEX",
      "MPI_C_DOUBLE_COMPLEX"
    };
    for (int i = 0; i < types.length; i++) {
      Checks.equal(i < 9 ? 1 : 2, types[i].getExtent(), names[i]);
      Checks.equal(i < 9 ? 1 : 2, types[i].getSize(), names[i]);
      if (i < 9) {
        Checks.equal(names[i], types[i].getName(), "name");
      }
    }
    int[][] pairs = {
      {MPI.INT2.getSize(), MPI.INT2.getExtent()},
      {MPI.SHORT_INT.getSize(), MPI.SHORT_INT.getExtent()},
      {MPI.LONG_INT.getSize(), MPI.LONG_INT.getExtent()},
      {MPI.FLOAT_INT.getSize(), MPI.FLOAT_INT.getExtent()},
      {MPI.DOUBLE_INT.getSize(), MPI.DOUBLE_INT.getExtent()}
    };
    Checks.equal(new int[][] {{8, 8}, {6, 8}, {12, 16}, {8, 8}, {12, 16}}, pairs, "pairs");
    boolean[] flags = new boolean[3];
    self.sendRecv(
        new boolean[] {true, false, true}, 3, MPI.BOOLEAN, 0, 0, flags, 3, MPI.BOOLEAN, 0, 0);
    Checks.equal(new boolean[] {true, false, true}, flags, "booleans");
  }

  private static void refusals() {
    Datatype[] noType = {MPI.DATATYPE_NULL};
    Chapter.refused(MPI.ERR_COUNT, "count", () -> Datatype.createContiguous(-1, MPI.INT));
    Chapter.refused(MPI.ERR_COUNT, "count", () -> Datatype.createVector(-1, 1, 1, MPI.INT));
    Chapter.refused(MPI.ERR_ARG, "length", () -> Datatype.createVector(1, -1, 1, MPI.INT));
    Chapter.refused(MPI.ERR_ARG, "length", () -> Datatype.createHVector(1, -1, 1, MPI.INT));
    Chapter.refused(
        MPI.ERR_ARG, "length", () -> Datatype.createIndexed(new int[] {-1}, new int[1], MPI.INT));
    Chapter.refused(MPI.ERR_TYPE, "type", () -> Datatype.createContiguous(1, MPI.DATATYPE_NULL));
    Chapter.refused(
        MPI.ERR_TYPE, "type", () -> Datatype.createStruct(new int[1], new int[1], noType));
    Chapter.refused(MPI.ERR_TYPE, "free", () -> MPI.INT.free());
    Chapter.refused(MPI.ERR_TYPE, "commit", () -> MPI.DATATYPE_NULL.commit());
    Comm communicator = self;
    Chapter.refused(
        MPI.ERR_TYPE, "send", () -> communicator.send(new int[1], 1, MPI.DATATYPE_NULL, 0, 0));
  }
}
