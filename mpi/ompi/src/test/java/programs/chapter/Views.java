package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpi.Count;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.FileView;
import mpi.FloatComplex;
import mpi.FloatInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Status;
import mpi.UserFunction;
import mpi.Win;
import programs.Checks;

/** Complex numbers, slices of all kinds, counts, and elements without data. */
public final class Views {

  private static Intracomm world;
  private static int size;
  private static int right;
  private static int left;

  private Views() {}

  public static void main(String[] args) throws Exception {
    MPI.pControl(1, "nothing happens");
    Checks.that(MPI.getLibVersion().startsWith("Open MPI v5.0.8"), "version before Init");
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          int rank = world.getRank();
          size = world.getSize();
          right = (rank + 1) % size;
          left = (rank + size - 1) % size;
          Chapter.section("complex doubles", Views::complexDoubles);
          Chapter.section("complex floats", Views::complexFloats);
          Chapter.section("product", Views::product);
          Chapter.section("slices of arrays", Views::slicesOfArrays);
          Chapter.section("slices of buffers", Views::slicesOfBuffers);
          Chapter.section("counts", Views::counts);
          Chapter.section("file view", Views::fileView);
          Chapter.section("nothing", Views::nothing);
        });
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

  private static void complexDoubles() {
    double[] array = {1, 2, 3, 4};
    DoubleComplex second = DoubleComplex.get(array, 1);
    Checks.equal(3.0, second.getReal(), "real part");
    second.putImag(7);
    Checks.equal(7.0, array[3], "written through");
    Checks.equal(2.0, DoubleComplex.get(array).getImag(), "imaginary part");
    DoubleBuffer buffer = MPI.newDoubleBuffer(4);
    DoubleComplex.get(buffer, 1).putReal(8);
    DoubleComplex.get(buffer).putImag(3);
    Checks.equal(8.0, buffer.get(2), "real part");
    Checks.equal(3.0, buffer.get(1), "imaginary part");
    ByteBuffer bytes = MPI.newByteBuffer(32);
    DoubleComplex.get(bytes).putReal(1.5);
    DoubleComplex.get(bytes, 1).putReal(2.5);
    Checks.equal(1.5, bytes.getDouble(0), "first");
    Checks.equal(2.5, bytes.getDouble(16), "second");
    Checks.equal(2.5, DoubleComplex.get(bytes, 1).getBuffer().get(0), "its buffer");
  }

  private static void complexFloats() throws MPIException {
    float[] array = {1, 2, 3, 4};
    FloatComplex second = FloatComplex.get(array, 1);
    Checks.equal(3f, second.getReal(), "real part");
    second.putImag(7);
    Checks.equal(7f, array[3], "written through");
    Checks.equal(2f, FloatComplex.get(array).getImag(), "imaginary part");
    FloatBuffer buffer = MPI.newFloatBuffer(4);
    FloatComplex.get(buffer, 1).putReal(8);
    FloatComplex.get(buffer).putImag(3);
    Checks.equal(8f, buffer.get(2), "real part");
    Checks.equal(3f, buffer.get(1), "imaginary part");
    ByteBuffer bytes = MPI.newByteBuffer(16);
    FloatComplex.get(bytes).putReal(1.5f);
    FloatComplex.get(bytes, 1).putReal(2.5f);
    Checks.equal(1.5f, bytes.getFloat(0), "first");
    Checks.equal(2.5f, FloatComplex.get(bytes, 1).getBuffer().get(0), "its buffer");
    float[] sum = new float[4];
    world.allReduce(array, sum, 2, MPI.FLOAT_COMPLEX, MPI.SUM);
    Checks.equal(7f * size, sum[3], "sum");
    byte[] pair = new byte[8];
    FloatInt.Data data = MPI.floatInt.getData(pair);
    data.putValue(-world.getRank());
    data.putIndex(world.getRank());
    world.allReduce(pair, 1, MPI.FLOAT_INT, MPI.MINLOC);
    FloatInt.Data least = MPI.floatInt.getData(pair);
    Checks.equal(1f - size, least.getValue(), "least");
    Checks.equal(size - 1, least.getIndex(), "where");
  }

  private static void product() throws MPIException {
    Op times =
        new Op(
            new UserFunction() {
              @Override
              public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                  multiply(DoubleComplex.get(in, i), DoubleComplex.get(inOut, i));
                }
              }
            },
            true);
    double[] turns = {0, 1, 0, 1};
    world.allReduce(turns, 2, MPI.DOUBLE_COMPLEX, times);
    double[] real = {1, 0, -1, 0};
    Checks.that(turns[2] == real[size % 4], "i to the power of the ranks");
    times.free();
  }

  private static void multiply(DoubleComplex a, DoubleComplex b) {
    double real = a.getReal() * b.getReal() - a.getImag() * b.getImag();
    b.putImag(a.getReal() * b.getImag() + a.getImag() * b.getReal());
    b.putReal(real);
  }

  private static void slicesOfArrays() throws MPIException {
    Checks.equal((byte) 2, MPI.slice(new byte[] {1, 2}, 1).get(0), "byte");
    Checks.equal(0, MPI.slice(new byte[] {1, 2}, 2).remaining(), "at the end");
    Checks.equal(2f, MPI.slice(new float[] {1, 2}, 1).get(0), "float");
    long[] longs = new long[3];
    world.sendRecv(
        MPI.slice(new long[] {9, 8, 7}, 1),
        2,
        MPI.LONG,
        right,
        0,
        MPI.slice(longs, 1),
        2,
        MPI.LONG,
        left,
        0);
    Checks.equal(new long[] {0, 8, 7}, longs, "long");
    short[] shorts = new short[3];
    ShortBuffer part = MPI.slice(new short[] {9, 8, 7}, 1);
    world.sendRecv(part, 2, MPI.SHORT, right, 0, MPI.slice(shorts, 1), 2, MPI.SHORT, left, 0);
    Checks.equal(new short[] {0, 8, 7}, shorts, "short");
    char[] chars = new char[3];
    CharBuffer letters = MPI.slice(new char[] {'a', 'b', 'c'}, 1);
    world.sendRecv(letters, 2, MPI.CHAR, right, 0, MPI.slice(chars, 1), 2, MPI.CHAR, left, 0);
    Checks.equal(new char[] {0, 'b', 'c'}, chars, "char");
  }

  private static void slicesOfBuffers() {
    CharBuffer chars = MPI.newCharBuffer(3);
    chars.put(2, 'x');
    Checks.equal('x', MPI.slice(chars, 2).get(0), "char");
    FloatBuffer floats = MPI.newFloatBuffer(2);
    floats.put(1, 3);
    Checks.equal(3f, MPI.slice(floats, 1).get(0), "float");
    LongBuffer longs = MPI.newLongBuffer(2);
    longs.put(1, 3);
    Checks.equal(3L, MPI.slice(longs, 1).get(0), "long");
    ShortBuffer shorts = MPI.newShortBuffer(2);
    shorts.put(1, (short) 3);
    Checks.equal((short) 3, MPI.slice(shorts, 1).get(0), "short");
    ByteBuffer bytes = MPI.newByteBuffer(8);
    bytes.putInt(4, 5);
    Checks.equal(5, MPI.slice(bytes, 4).getInt(0), "bytes in native order");
    throwsAs(IllegalArgumentException.class, () -> MPI.slice(bytes, 9));
    throwsAs(IndexOutOfBoundsException.class, () -> MPI.slice(new byte[3], 4));
  }

  private static void counts() throws MPIException {
    Count five = new Count(5);
    Count other = new Count(5);
    Checks.equal(five, other, "equal");
    Checks.equal(0, five.compareTo(other), "compared");
    other.setCount(1L << 40);
    Checks.equal(1L << 40, other.getCount(), "long");
    Checks.equal(-1, five.compareTo(other), "less");
    Checks.equal(1, other.compareTo(five), "more");
    Checks.equal(-1, five.compareTo("5"), "something else");
    Checks.that(!five.equals(other), "different");
    int[] in = new int[4];
    Status status = world.sendRecv(new int[3], 3, MPI.INT, right, 0, in, 4, MPI.INT, left, 0);
    Checks.equal(new Count(3), status.getElementsX(MPI.INT), "elements");
    Checks.equal(MPI.UNDEFINED, status.getCount(MPI.LONG), "not whole");
    status.setElementsX(MPI.LONG, new Count(4));
    Checks.equal(4, status.getCount(MPI.LONG), "set");
    Checks.equal(8, status.getElements(MPI.INT), "as ints");
  }

  private static void fileView() {
    FileView view = new FileView(3, MPI.INT, MPI.LONG, "native");
    Checks.equal(3L, view.getDisp(), "displacement");
    Checks.that(view.getEType() == MPI.INT && view.getFileType() == MPI.LONG, "types");
    Checks.equal("native", view.getDataRep(), "representation");
  }

  /** Elements without data need no memory, whatever their extent. */
  private static void nothing() throws MPIException {
    Datatype none = Datatype.createResized(Datatype.createContiguous(0, MPI.INT), 0, 12);
    none.commit();
    ByteBuffer memory = MPI.newByteBuffer(4);
    world.sendRecv(memory, 2, none, right, 0, new int[0], 2, none, left, 0);
    Win window = new Win(memory, 4, 1, MPI.INFO_NULL, world);
    window.fence(0);
    window.put(memory, 0, MPI.INT, right, 0, 2, none);
    window.get(memory, 2, none, right, 0, 2, none);
    window.fence(0);
    window.free();
    none.free();
  }
}
