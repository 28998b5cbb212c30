package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.FloatInt;
import mpi.Int2;
import mpi.Intracomm;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.ShortInt;
import mpi.UserFunction;
import programs.Checks;

/** Reductions of pairs, of programs' own operators, in place; and allToAllw. */
public final class Reductions {

  private static Intracomm world;
  private static int rank;
  private static int size;

  private Reductions() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          Chapter.section("pairs", Reductions::pairs);
          Chapter.section("directPairs", Reductions::directPairs);
          Chapter.section("matrices", Reductions::matrices);
          Chapter.section("objects", Reductions::objects);
          Chapter.section("own types", Reductions::ownTypes);
          Chapter.section("scans", Reductions::scans);
          Chapter.section("blocks", Reductions::blocks);
          Chapter.section("complex", Reductions::complex);
          Chapter.section("logical", Reductions::logical);
          Chapter.section("typed blocks", Reductions::typedBlocks);
          Chapter.section("vectors", Reductions::vectors);
          Chapter.section("refusals", Reductions::refusals);
        });
  }

  private static IntBuffer direct(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(values);
    return buffer;
  }

  /** The largest value is at the last rank; the smallest at ranks 0 and 1, of which 0 counts. */
  private static int value(int of) {
    return of < 2 ? 1 : of;
  }

  private static void pairs() throws MPIException {
    byte[] ints = new byte[8];
    Int2.Data int2 = MPI.int2.getData(ints);
    int2.putValue(value(rank));
    int2.putIndex(rank + 10);
    byte[] result = new byte[8];
    world.allReduce(ints, result, 1, MPI.INT2, MPI.MAXLOC);
    Int2.Data largest = MPI.int2.getData(result);
    int last = size < 3 ? 0 : size - 1;
    Checks.equal(value(size - 1), largest.getValue(), "int value");
    Checks.equal(last + 10, largest.getIndex(), "int place");
    world.reduce(ints, result, 1, MPI.INT2, MPI.MINLOC, 0);
    if (rank == 0) {
      Checks.equal(1, MPI.int2.<Int2.Data>getData(result).getValue(), "smallest");
      Checks.equal(10, MPI.int2.<Int2.Data>getData(result).getIndex(), "its first place");
    }
    byte[] shorts = new byte[16];
    for (int i = 0; i < 2; i++) {
      ShortInt.Data data = MPI.shortInt.getData(shorts, i);
      data.putValue((short) (i == 0 ? -rank : rank));
      data.putIndex(rank);
    }
    world.allReduce(shorts, 2, MPI.SHORT_INT, MPI.MINLOC);
    ShortInt.Data first = MPI.shortInt.getData(shorts, 0);
    ShortInt.Data second = MPI.shortInt.getData(shorts, 1);
    Checks.equal((short) (1 - size), first.getValue(), "short value");
    Checks.equal(size - 1, first.getIndex(), "short place");
    Checks.equal((short) 0, second.getValue(), "short value");
    Checks.equal(0, second.getIndex(), "short place");
  }

  private static void directPairs() throws MPIException {
    ByteBuffer longs = MPI.newByteBuffer(16);
    LongInt.Data longData = MPI.longInt.getData(longs);
    longData.putValue((1L << 40) - rank);
    longData.putIndex(rank);
    ByteBuffer out = MPI.newByteBuffer(16);
    world.iAllReduce(longs, out, 1, MPI.LONG_INT, MPI.MINLOC).waitFor();
    longData = MPI.longInt.getData(out);
    Checks.equal((1L << 40) - size + 1, longData.getValue(), "long value");
    Checks.equal(size - 1, longData.getIndex(), "long place");
    ByteBuffer floats = MPI.newByteBuffer(8);
    FloatInt.Data floatData = MPI.floatInt.getData(floats);
    floatData.putValue(rank * 0.5f);
    floatData.putIndex(rank);
    world.scan(floats, 1, MPI.FLOAT_INT, MPI.MAXLOC);
    floatData = MPI.floatInt.getData(floats);
    Checks.equal(rank, floatData.getIndex(), "float place");
    ByteBuffer doubles = MPI.newByteBuffer(32);
    for (int i = 0; i < 2; i++) {
      DoubleInt.Data data = MPI.doubleInt.getData(doubles, i);
      data.putValue(i == 0 ? 7.5 : rank / 4.0);
      data.putIndex(rank + i);
    }
    world.reduce(doubles, 2, MPI.DOUBLE_INT, MPI.MAXLOC, 0);
    if (rank == 0) {
      DoubleInt.Data same = MPI.doubleInt.getData(doubles, 0);
      DoubleInt.Data other = MPI.doubleInt.getData(doubles, 1);
      Checks.equal(0, same.getIndex(), "the lowest of equal ones");
      Checks.equal(size, other.getIndex(), "double place");
    }
  }

  /** Products of 2 x 2 matrices don't commute. */
  private static final class MatrixProduct extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
      for (int k = 0; k < count; k++) {
        int base = 32 * k;
        double[] product = new double[4];
        for (int i = 0; i < 4; i++) {
          int row = base + i / 2 * 16;
          int column = base + i % 2 * 8;
          product[i] =
              in.getDouble(row) * inOut.getDouble(column)
                  + in.getDouble(row + 8) * inOut.getDouble(column + 16);
        }
        for (int i = 0; i < 4; i++) {
          inOut.putDouble(base + 8 * i, product[i]);
        }
      }
    }
  }

  private static double[] matrix(int of) {
    return new double[] {1, of, 0, of % 2 == 0 ? 1 : -1};
  }

  private static double[] product(int to) {
    double[] all = {1, 0, 0, 1};
    for (int i = 0; i <= to; i++) {
      double[] next = matrix(i);
      all =
          new double[] {
            all[0] * next[0] + all[1] * next[2], all[0] * next[1] + all[1] * next[3],
            all[2] * next[0] + all[3] * next[2], all[2] * next[1] + all[3] * next[3]
          };
    }
    return all;
  }

  private static void matrices() throws MPIException {
    Datatype type = Datatype.createContiguous(4, MPI.DOUBLE);
    type.commit();
    Op op = new Op(new MatrixProduct(), false);
    Checks.that(!op.isCommutative(), "not commutative");
    Checks.that(op.isNull(), "not used yet");
    double[] result = new double[4];
    world.allReduce(matrix(rank), result, 1, type, op);
    Checks.equal(product(size - 1), result, "allReduce");
    for (int root = 0; root < size; root++) {
      double[] reduced = new double[4];
      world.reduce(matrix(rank), reduced, 1, type, op, root);
      Checks.equal(rank == root ? product(size - 1) : new double[4], reduced, "reduce");
    }
    double[] prefix = matrix(rank);
    world.scan(prefix, 1, type, op);
    Checks.equal(product(rank), prefix, "scan");
    double[] before = {5, 5, 5, 5};
    world.exScan(matrix(rank), before, 1, type, op);
    if (rank > 0) {
      Checks.equal(product(rank - 1), before, "exScan");
    }
    Checks.that(!op.isNull(), "used");
    op.free();
    Checks.that(op.isNull(), "freed");
    Chapter.refused(
        MPI.ERR_OP, "freed", () -> world.allReduce(matrix(0), new double[4], 1, type, op));
    type.free();
  }

  /** Joins digits in the order of ranks; of booleans, whether they are equal. */
  private static final class Digits extends UserFunction {
    private int calls;

    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      calls++;
      if (inOut instanceof long[] result) {
        long[] other = (long[]) in;
        for (int i = 0; i < count; i++) {
          result[i] += other[i] * (result[i] < 10 ? 10L : result[i] < 100 ? 100L : 1000L);
        }
      } else {
        boolean[] result = (boolean[]) inOut;
        boolean[] other = (boolean[]) in;
        for (int i = 0; i < count; i++) {
          result[i] = result[i] == other[i];
        }
      }
    }
  }

  private static void objects() throws MPIException {
    Digits function = new Digits();
    Op op = new Op(function, false);
    long[] mine = {rank + 1, 0};
    long[] result = new long[2];
    world.scan(mine, result, 2, MPI.LONG, op);
    long[] digits = {1, 12, 123, 1234};
    Checks.equal(digits[rank], result[0], "in the order of ranks");
    Checks.equal(0L, result[1], "zeros");
    Op flags = new Op(new Digits(), true);
    boolean[] mineFlag = {rank % 2 == 0};
    boolean[] flag = new boolean[1];
    world.allReduce(mineFlag, flag, 1, MPI.BOOLEAN, flags);
    boolean expected = true;
    for (int i = 1; i < size; i++) {
      expected = expected == (i % 2 == 0);
    }
    Checks.equal(expected, flag[0], "booleans");
    int before = function.calls;
    long[] inOut = {2};
    Comm.reduceLocal(new long[] {1}, inOut, 1, MPI.LONG, op);
    Checks.equal(12L, inOut[0], "reduceLocal");
    Checks.equal(before + 1, function.calls, "called once");
    IntBuffer sum = direct(rank);
    Comm.reduceLocal(direct(5), sum, 1, MPI.INT, MPI.SUM);
    Checks.equal(rank + 5, sum.get(0), "reduceLocal");
  }

  /** A struct of a sum and a maximum, in arrays of bytes and in direct buffers. */
  private static final class SumAndMax extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type)
        throws MPIException {
      for (int i = 0; i < count; i++) {
        int at = i * type.getExtent();
        inOut.putInt(at, inOut.getInt(at) + in.getInt(at));
        inOut.putDouble(at + 8, Math.max(inOut.getDouble(at + 8), in.getDouble(at + 8)));
      }
    }
  }

  private static void ownTypes() throws MPIException {
    Datatype type =
        Datatype.createStruct(
            new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    type.commit();
    Op op = new Op(new SumAndMax(), true);
    ByteBuffer mine = MPI.newByteBuffer(32);
    for (int i = 0; i < 2; i++) {
      mine.putInt(16 * i, rank + i);
      mine.putDouble(16 * i + 8, rank * 0.5);
    }
    ByteBuffer all = MPI.newByteBuffer(32);
    world.allReduce(mine, all, 2, type, op);
    Checks.equal(size * (size - 1) / 2 + size, all.getInt(16), "sum");
    Checks.equal((size - 1) * 0.5, all.getDouble(24), "maximum");
    byte[] array = new byte[32];
    mine.get(0, array);
    world.iAllReduce(mine, 2, type, op).waitFor();
    Checks.equal(all, mine, "iAllReduce in place");
    world.reduce(array, 2, type, op, 0);
    if (rank == 0) {
      Checks.equal(all, ByteBuffer.wrap(array), "reduce in place");
    }
    op.free();
  }

  private static void scans() throws MPIException {
    int[] data = {rank, 1};
    world.scan(data, 2, MPI.INT, MPI.SUM);
    Checks.equal(new int[] {rank * (rank + 1) / 2, rank + 1}, data, "scan in place");
    int[] exclusive = {rank, 1};
    world.exScan(exclusive, 2, MPI.INT, MPI.SUM);
    Checks.equal(
        rank == 0 ? new int[] {0, 1} : new int[] {rank * (rank - 1) / 2, rank},
        exclusive,
        "exScan in place");
    IntBuffer later = direct(rank, 1);
    world.iExScan(later, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(rank == 0 ? 1 : rank, later.get(1), "iExScan in place");
    IntBuffer into = MPI.newIntBuffer(2);
    world.iExScan(direct(rank, 1), into, 2, MPI.INT, MPI.SUM).waitFor();
    if (rank > 0) {
      Checks.equal(rank, into.get(1), "iExScan");
    }
    world.iScan(direct(rank, 1), into, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(rank + 1, into.get(1), "iScan");
    IntBuffer own = direct(2);
    world.iScan(own, 1, MPI.INT, MPI.PROD).waitFor();
    Checks.equal(1 << (rank + 1), own.get(0), "iScan in place");
  }

  private static void blocks() throws MPIException {
    int[] data = new int[2 * size];
    Arrays.setAll(data, i -> i + rank);
    int sum = size * (size - 1) / 2;
    int[] expected = {2 * rank * size + sum, (2 * rank + 1) * size + sum};
    int[] result = new int[2];
    world.reduceScatterBlock(data, result, 2, MPI.INT, MPI.SUM);
    Checks.equal(expected, result, "reduceScatterBlock");
    IntBuffer later = MPI.newIntBuffer(2);
    world.iReduceScatterBlock(direct(data), later, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(expected[1], later.get(1), "iReduceScatterBlock");
    IntBuffer inPlace = direct(data);
    world.iReduceScatterBlock(inPlace, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(expected[1], inPlace.get(1), "iReduceScatterBlock in place");
    int[] own = data.clone();
    world.reduceScatterBlock(own, 2, MPI.INT, MPI.SUM);
    Checks.equal(expected, Arrays.copyOf(own, 2), "reduceScatterBlock in place");
    int[] counts = new int[size];
    counts[size - 1] = 2 * size;
    int[] last = new int[2 * size];
    world.reduceScatter(data, last, counts, MPI.INT, MPI.MAX);
    Checks.equal(rank == size - 1 ? size - 1 : 0, last[0], "all at the last rank");
    IntBuffer scattered = direct(data);
    world.iReduceScatter(scattered, counts, MPI.INT, MPI.MIN).waitFor();
    if (rank == size - 1) {
      Checks.equal(2 * size - 1, scattered.get(2 * size - 1), "iReduceScatter in place");
    }
  }

  private static void complex() throws MPIException {
    double[] mine = {rank, 1, 0, 1};
    double[] sums = new double[4];
    world.allReduce(mine, sums, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
    Checks.equal(size * (size - 1) / 2.0, sums[0], "real part");
    Checks.equal((double) size, sums[1], "imaginary part");
    float[] turns = {0, 1};
    world.allReduce(turns, 1, MPI.FLOAT_COMPLEX, MPI.PROD);
    float[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = 0; i < 2; i++) {
      Checks.that(powers[size % 4][i] == turns[i], "a power of i");
    }
  }

  private static void logical() throws MPIException {
    int[] values = {rank, rank == 0 ? 1 : 0, 1};
    int[] and = values.clone();
    world.allReduce(and, 3, MPI.INT, MPI.LAND);
    Checks.equal(new int[] {0, size == 1 ? 1 : 0, 1}, and, "LAND");
    int[] or = values.clone();
    world.allReduce(or, 3, MPI.INT, MPI.LOR);
    Checks.equal(new int[] {size > 1 ? 1 : 0, 1, 1}, or, "LOR");
    int[] xor = values.clone();
    world.allReduce(xor, 3, MPI.INT, MPI.LXOR);
    Checks.equal(new int[] {(size - 1) % 2, 1, size % 2}, xor, "LXOR");
    byte[] bits = {(byte) (1 << rank)};
    byte[] all = new byte[1];
    world.allReduce(bits, all, 1, MPI.BYTE, MPI.BOR);
    Checks.equal((byte) ((1 << size) - 1), all[0], "BOR");
    boolean[] flags = {rank == 0, true, false};
    world.allReduce(flags, 3, MPI.BOOLEAN, MPI.LXOR);
    Checks.equal(new boolean[] {true, size % 2 == 1, false}, flags, "LXOR of booleans");
  }

  /** An int to each rank from doubles' places, and a vector of shorts to the next one. */
  private static void typedBlocks() throws MPIException {
    ByteBuffer out = MPI.newByteBuffer(16 * size);
    ByteBuffer in = MPI.newByteBuffer(16 * size);
    int[] counts = new int[size];
    int[] outPlaces = new int[size];
    int[] inPlaces = new int[size];
    Datatype[] outTypes = new Datatype[size];
    Datatype[] inTypes = new Datatype[size];
    for (int i = 0; i < size; i++) {
      out.putInt(16 * i, 100 * rank + i);
      out.putDouble(16 * i + 8, rank + i / 8.0);
      boolean isInt = (rank + i) % 2 == 0;
      counts[i] = 1;
      outPlaces[i] = 16 * i + (isInt ? 0 : 8);
      inPlaces[i] = 16 * (size - 1 - i);
      outTypes[i] = isInt ? MPI.INT : MPI.DOUBLE;
      inTypes[i] = outTypes[i];
    }
    world.allToAllw(out, counts, outPlaces, outTypes, in, counts, inPlaces, inTypes);
    ByteBuffer later = MPI.newByteBuffer(16 * size);
    world.iAllToAllw(out, counts, outPlaces, outTypes, later, counts, inPlaces, inTypes).waitFor();
    for (int i = 0; i < size; i++) {
      int at = 16 * (size - 1 - i);
      if ((rank + i) % 2 == 0) {
        Checks.equal(100 * i + rank, in.getInt(at), "an int");
      } else {
        Checks.equal(i + rank / 8.0, in.getDouble(at), "a double");
      }
    }
    Checks.equal(in, later, "iAllToAllw");
  }

  /** The v-forms with blocks in reverse order and gaps between them. */
  private static void vectors() throws MPIException {
    int[] counts = new int[size];
    int[] places = new int[size];
    for (int i = 0; i < size; i++) {
      counts[i] = i + 1;
      places[i] = (size - 1 - i) * (size + 1);
    }
    int[] mine = new int[rank + 1];
    Arrays.fill(mine, rank + 1);
    int[] all = new int[size * (size + 1)];
    world.allGatherv(mine, rank + 1, MPI.INT, all, counts, places, MPI.INT);
    IntBuffer inPlace = MPI.newIntBuffer(size * (size + 1));
    for (int i = 0; i <= rank; i++) {
      inPlace.put(places[rank] + i, rank + 1);
    }
    world.iAllGatherv(inPlace, counts, places, MPI.INT).waitFor();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size + 1; j++) {
        int expected = j <= i ? i + 1 : 0;
        Checks.equal(expected, all[places[i] + j], "allGatherv");
        Checks.equal(expected, inPlace.get(places[i] + j), "iAllGatherv in place");
      }
    }
    int[] part = new int[rank + 1];
    world.scatterv(all, counts, places, MPI.INT, part, rank + 1, MPI.INT, size - 1);
    Checks.equal(mine, part, "scatterv");
    Arrays.fill(part, 0);
    if (rank == 0) {
      world.scatterv(all, counts, places, MPI.INT, 0);
    } else {
      world.scatterv(part, rank + 1, MPI.INT, 0);
      Checks.equal(mine, part, "scatterv with the root in place");
    }
    IntBuffer own = MPI.newIntBuffer(size * (size + 1));
    if (rank == 0) {
      own.put(places[0], 1);
      world.iGatherv(own, counts, places, MPI.INT, 0).waitFor();
      Checks.equal(size, own.get(0), "iGatherv with the root in place");
      Checks.equal(1, own.get(places[0]), "iGatherv with the root in place");
    } else {
      world.iGatherv(direct(mine), rank + 1, MPI.INT, 0).waitFor();
    }
  }

  private static void refusals() throws MPIException {
    int[] one = new int[1];
    double[] real = new double[1];
    Chapter.refused(MPI.ERR_OP, "BOR", () -> world.allReduce(real, 1, MPI.DOUBLE, MPI.BOR));
    Chapter.refused(MPI.ERR_OP, "LAND", () -> world.allReduce(real, 1, MPI.DOUBLE, MPI.LAND));
    Chapter.refused(MPI.ERR_OP, "MAXLOC", () -> world.allReduce(one, 1, MPI.INT, MPI.MAXLOC));
    Chapter.refused(
        MPI.ERR_OP,
        "MAX of complex",
        () -> world.allReduce(new double[2], 1, MPI.DOUBLE_COMPLEX, MPI.MAX));
    Chapter.refused(
        MPI.ERR_OP, "SUM of pairs", () -> world.allReduce(new byte[8], 1, MPI.INT2, MPI.SUM));
    Chapter.refused(MPI.ERR_OP, "REPLACE", () -> world.allReduce(one, 1, MPI.INT, MPI.REPLACE));
    Chapter.refused(MPI.ERR_OP, "NO_OP", () -> world.scan(one, 1, MPI.INT, MPI.NO_OP));
    Datatype derived = Datatype.createContiguous(1, MPI.INT);
    derived.commit();
    Chapter.refused(MPI.ERR_OP, "derived", () -> world.allReduce(one, 1, derived, MPI.SUM));
    Chapter.refused(MPI.ERR_OP, "free", MPI.SUM::free);
    Chapter.refused(MPI.ERR_COUNT, "count", () -> Comm.reduceLocal(one, one, -1, MPI.INT, MPI.SUM));
    Chapter.refused(
        MPI.ERR_OP, "NO_OP", () -> Comm.reduceLocal(one, new int[1], 1, MPI.INT, MPI.NO_OP));
    Chapter.refused(MPI.ERR_ROOT, "root", () -> world.reduce(one, one, 1, MPI.INT, MPI.SUM, size));
    Checks.that(MPI.SUM.isCommutative() && MPI.MAXLOC.isCommutative(), "commutative");
  }
}
