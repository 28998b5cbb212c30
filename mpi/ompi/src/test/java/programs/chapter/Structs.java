package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import mpi.Struct;
import programs.Checks;

/** Structures with fields of all types, sent around a ring. */
public final class Structs {

  private static final Everything EVERYTHING = new Everything();

  private static Intracomm world;
  private static int right;
  private static int left;

  private Structs() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          int rank = world.getRank();
          int size = world.getSize();
          right = (rank + 1) % size;
          left = (rank + size - 1) % size;
          Chapter.section("fields", Structs::fields);
          Chapter.section("nested", Structs::nested);
        });
  }

  /** A field and an array of each type. */
  private static final class Everything extends Struct {

    private final int oneByte = addByte();
    private final int bytes = addByte(3);
    private final int oneChar = addChar();
    private final int chars = addChar(2);
    private final int oneShort = addShort();
    private final int shorts = addShort(3);
    private final int oneInt = addInt();
    private final int ints = addInt(2);
    private final int oneLong = addLong();
    private final int longs = addLong(2);
    private final int oneFloat = addFloat();
    private final int floats = addFloat(2);
    private final int oneDouble = addDouble();
    private final int doubles = addDouble(2);

    @Override
    protected View newData() {
      return new View();
    }

    /** All fields of one structure. */
    private final class View extends Struct.Data {

      void fill(int value) {
        putByte(oneByte, (byte) value);
        putByte(bytes, 2, (byte) (value + 1));
        putChar(oneChar, (char) (value + 2));
        putChar(chars, 1, (char) (value + 3));
        putShort(oneShort, (short) (value + 4));
        putShort(shorts, 2, (short) (value + 5));
        putInt(oneInt, value + 6);
        putInt(ints, 1, value + 7);
        putLong(oneLong, value + 8);
        putLong(longs, 1, value + 9);
        putFloat(oneFloat, value + 10);
        putFloat(floats, 1, value + 11);
        putDouble(oneDouble, value + 12);
        putDouble(doubles, 1, value + 13);
      }

      void check(int value) {
        Checks.equal((byte) value, getByte(oneByte), "byte");
        Checks.equal((byte) (value + 1), getByte(bytes, 2), "bytes");
        Checks.equal((char) (value + 2), getChar(oneChar), "char");
        Checks.equal((char) (value + 3), getChar(chars, 1), "chars");
        Checks.equal((short) (value + 4), getShort(oneShort), "short");
        Checks.equal((short) (value + 5), getShort(shorts, 2), "shorts");
        Checks.equal(value + 6, getInt(oneInt), "int");
        Checks.equal(value + 7, getInt(ints, 1), "ints");
        Checks.equal(value + 8L, getLong(oneLong), "long");
        Checks.equal(value + 9L, getLong(longs, 1), "longs");
        Checks.equal(value + 10f, getFloat(oneFloat), "float");
        Checks.equal(value + 11f, getFloat(floats, 1), "floats");
        Checks.equal(value + 12d, getDouble(oneDouble), "double");
        Checks.equal(value + 13d, getDouble(doubles, 1), "doubles");
      }

      int secondInt() throws MPIException {
        return getBuffer(MPI.INT, ints, 1).order(ByteOrder.nativeOrder()).getInt(0);
      }

      int intBehind() {
        return getBuffer(MPI.INT, oneInt).order(ByteOrder.nativeOrder()).getInt(0);
      }
    }
  }

  /** A structure with structures in it, and doubles at an offset of its own. */
  private static final class Nested extends Struct {

    private static final int OFFSET = 1000;

    private final int head = addShort();
    private final int one;
    private final int several;
    private final int doubles;

    Nested() throws MPIException {
      one = addStruct(EVERYTHING);
      several = addStruct(EVERYTHING, 2);
      setOffset(OFFSET);
      doubles = addData(MPI.DOUBLE, 3);
      addData(MPI.INT);
    }

    @Override
    protected Parts newData() {
      return new Parts();
    }

    /** One structure with its parts. */
    private final class Parts extends Struct.Data {

      void fill() {
        putShort(head, (short) 5);
        Everything.View single = getData(EVERYTHING, one);
        single.fill(1);
        Everything.View second = getData(EVERYTHING, several, 1);
        second.fill(2);
        putDouble(doubles, 2, 9.5);
      }

      void check() {
        Checks.equal((short) 5, getShort(head), "head");
        Everything.View single = getData(EVERYTHING, one);
        single.check(1);
        Everything.View second = getData(EVERYTHING, several, 1);
        second.check(2);
        Checks.equal(9.5, getDouble(doubles, 2), "double");
      }
    }
  }

  private static void fields() throws MPIException {
    int extent = EVERYTHING.getExtent();
    Datatype type = EVERYTHING.getType();
    ByteBuffer out = MPI.newByteBuffer(3 * extent);
    for (int i = 0; i < 3; i++) {
      Everything.View view = EVERYTHING.getData(out, i);
      view.fill(10 * i);
    }
    byte[] in = new byte[3 * extent];
    Status status = world.sendRecv(out, 3, type, right, 1, in, 3, type, left, 1);
    Checks.equal(3, status.getCount(type), "structures");
    for (int i = 0; i < 3; i++) {
      Everything.View view = EVERYTHING.getData(in, i);
      view.check(10 * i);
      Checks.equal(10 * i + 6, view.intBehind(), "buffer of a field");
      Checks.equal(10 * i + 7, view.secondInt(), "buffer of an element");
    }
    Everything.View first = EVERYTHING.getData(out);
    Checks.that(first.getBuffer() == out, "the buffer itself");
    Everything.View second = EVERYTHING.getData(out, 1);
    Checks.equal(2 * extent, second.getBuffer().capacity(), "from the second on");
  }

  private static void nested() throws MPIException {
    Nested struct = new Nested();
    Datatype type = struct.getType();
    byte[] out = new byte[2 * struct.getExtent()];
    byte[] in = new byte[2 * struct.getExtent()];
    Nested.Parts view = struct.getData(out, 1);
    view.fill();
    world.sendRecv(out, 2, type, right, 0, in, 2, type, left, 0);
    Nested.Parts received = struct.getData(in, 1);
    received.check();
    Checks.that(struct.getType() == type, "the same type");
    throwsAs(AssertionError.class, struct::addInt);
    throwsAs(IllegalArgumentException.class, () -> new Everything().setOffset(1));
  }

  private static void throwsAs(Class<? extends Throwable> expected, Chapter.Calls calls) {
    try {
      calls.run();
    } catch (Throwable e) {
      Checks.equal(expected, e.getClass(), "exception");
      return;
    }
    throw new IllegalStateException("no " + expected);
  }
}
