package programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Int2;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Reductions and scans, with arrays, with direct buffers, and in place. */
public final class Folds {

  private final Intracomm world;
  private final int rank;
  private final int size;

  private Folds(Intracomm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Folds program = new Folds(MPI.COMM_WORLD);
    for (int root = 0; root < program.size; root++) {
      program.reduced(root);
    }
    program.all();
    program.scattered();
    program.scanned();
    program.pairs();
    program.ofProgram();
    program.local();
    program.refusals();
    MPI.Finalize();
  }

  private int sum() {
    return size * (size - 1) / 2;
  }

  private static IntBuffer direct(int... values) {
    return MPI.newIntBuffer(values.length).put(values);
  }

  private static int[] array(IntBuffer buffer) {
    int[] values = new int[buffer.capacity()];
    buffer.clear().get(values);
    return values;
  }

  private void reduced(int root) throws MPIException {
    int[] mine = {rank, 1};
    int[] expected = {sum(), size};
    int[] result = new int[2];
    world.reduce(mine, rank == root ? result : null, 2, MPI.INT, MPI.SUM, root);
    Checks.equal(rank == root ? expected : new int[2], result, "reduce");
    int[] inPlace = mine.clone();
    world.reduce(inPlace, 2, MPI.INT, MPI.SUM, root);
    Checks.equal(rank == root ? expected : mine, inPlace, "reduce in place");
    int[] same = mine.clone();
    world.reduce(same, same, 2, MPI.INT, MPI.SUM, root);
    Checks.equal(rank == root ? expected : mine, same, "reduce with one array");
    IntBuffer into = direct(0, 0);
    world.iReduce(direct(mine), into, 2, MPI.INT, MPI.SUM, root).waitFor();
    Checks.equal(rank == root ? expected : new int[2], array(into), "iReduce");
    IntBuffer own = direct(mine);
    world.iReduce(own, 2, MPI.INT, MPI.MAX, root).waitFor();
    Checks.equal(rank == root ? new int[] {size - 1, 1} : mine, array(own), "iReduce in place");
  }

  private void all() throws MPIException {
    double[] mine = {rank, 0.5};
    double[] result = new double[2];
    world.allReduce(mine, result, 2, MPI.DOUBLE, MPI.SUM);
    Checks.equal(new double[] {sum(), 0.5 * size}, result, "allReduce");
    world.allReduce(mine, mine, 2, MPI.DOUBLE, MPI.SUM);
    Checks.equal(result, mine, "allReduce with one array");
    double[] inPlace = {rank};
    world.allReduce(inPlace, 1, MPI.DOUBLE, MPI.MAX);
    Checks.equal(size - 1.0, inPlace[0], "allReduce in place");
    DoubleBuffer data = MPI.newDoubleBuffer(1).put(rank);
    DoubleBuffer into = MPI.newDoubleBuffer(1);
    world.iAllReduce(data, into, 1, MPI.DOUBLE, MPI.SUM).waitFor();
    Checks.equal((double) sum(), into.get(0), "iAllReduce");
    world.iAllReduce(data, 1, MPI.DOUBLE, MPI.SUM).waitFor();
    Checks.equal((double) sum(), data.get(0), "iAllReduce in place");
    byte[] bytes = {(byte) (200 + rank)};
    world.allReduce(bytes, 1, MPI.BYTE, MPI.MAX);
    Checks.equal((byte) (199 + size), bytes[0], "bytes are unsigned");
    char[] chars = {(char) (0x8000 + rank), 'a'};
    world.allReduce(chars, 2, MPI.CHAR, MPI.MAX);
    Checks.equal((char) (0x7fff + size), chars[0], "chars are unsigned");
    boolean[] booleans = {rank == 0, true};
    world.allReduce(booleans, 2, MPI.BOOLEAN, MPI.LAND);
    Checks.equal(size == 1, booleans[0], "and of booleans");
    Checks.that(booleans[1], "and of booleans");
  }

  private void scattered() throws MPIException {
    int[] counts = new int[size];
    Arrays.setAll(counts, i -> i + 1);
    int[] data = new int[size * (size + 1) / 2];
    Arrays.setAll(data, i -> i + rank);
    int first = rank * (rank + 1) / 2;
    int[] expected = new int[rank + 1];
    Arrays.setAll(expected, i -> size * (first + i) + sum());
    int[] result = new int[rank + 1];
    world.reduceScatter(data, result, counts, MPI.INT, MPI.SUM);
    Checks.equal(expected, result, "reduceScatter");
    int[] inPlace = data.clone();
    world.reduceScatter(inPlace, counts, MPI.INT, MPI.SUM);
    Checks.equal(expected, Arrays.copyOf(inPlace, rank + 1), "reduceScatter in place");
    IntBuffer into = direct(new int[rank + 1]);
    world.iReduceScatter(direct(data), into, counts, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(expected, array(into), "iReduceScatter");
    IntBuffer own = direct(data);
    world.iReduceScatter(own, counts, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(expected, Arrays.copyOf(array(own), rank + 1), "iReduceScatter in place");
    int[] blocks = new int[2 * size];
    Arrays.setAll(blocks, i -> i + rank);
    int[] wanted = {2 * rank * size + sum(), (2 * rank + 1) * size + sum()};
    int[] block = new int[2];
    world.reduceScatterBlock(blocks, block, 2, MPI.INT, MPI.SUM);
    Checks.equal(wanted, block, "reduceScatterBlock");
    IntBuffer blockInto = direct(0, 0);
    world.iReduceScatterBlock(direct(blocks), blockInto, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(wanted, array(blockInto), "iReduceScatterBlock");
    IntBuffer blockOwn = direct(blocks);
    world.iReduceScatterBlock(blockOwn, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(wanted, Arrays.copyOf(array(blockOwn), 2), "iReduceScatterBlock in place");
    world.reduceScatterBlock(blocks, 2, MPI.INT, MPI.SUM);
    Checks.equal(wanted, Arrays.copyOf(blocks, 2), "reduceScatterBlock in place");
  }

  private void scanned() throws MPIException {
    int inclusive = rank * (rank + 1) / 2;
    int exclusive = rank * (rank - 1) / 2;
    int[] result = {-7};
    world.scan(new int[] {rank}, result, 1, MPI.INT, MPI.SUM);
    Checks.equal(inclusive, result[0], "scan");
    int[] inPlace = {rank};
    world.scan(inPlace, 1, MPI.INT, MPI.SUM);
    Checks.equal(inclusive, inPlace[0], "scan in place");
    int[] before = {-7};
    world.exScan(new int[] {rank}, before, 1, MPI.INT, MPI.SUM);
    if (rank > 0) {
      Checks.equal(exclusive, before[0], "exScan");
    }
    int[] own = {rank == 0 ? -7 : rank};
    world.exScan(own, 1, MPI.INT, MPI.MAX);
    Checks.equal(rank == 0 || rank == 1 ? -7 : rank - 1, own[0], "exScan in place");
    IntBuffer into = direct(0);
    world.iScan(direct(rank), into, 1, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(inclusive, into.get(0), "iScan");
    IntBuffer data = direct(rank);
    world.iScan(data, 1, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(inclusive, data.get(0), "iScan in place");
    world.iExScan(direct(rank), into, 1, MPI.INT, MPI.SUM).waitFor();
    data.put(0, rank);
    world.iExScan(data, 1, MPI.INT, MPI.SUM).waitFor();
    if (rank > 0) {
      Checks.equal(exclusive, into.get(0), "iExScan");
      Checks.equal(exclusive, data.get(0), "iExScan in place");
    }
  }

  private void pairs() throws MPIException {
    ByteBuffer pair = MPI.newByteBuffer(16);
    pair.putDouble(0, 10.0 * rank).putInt(8, rank);
    ByteBuffer result = MPI.newByteBuffer(16);
    world.allReduce(pair, result, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
    Checks.equal(10.0 * (size - 1), result.getDouble(0), "greatest");
    Checks.equal(size - 1, result.getInt(8), "its place");
    world.allReduce(pair, 1, MPI.DOUBLE_INT, MPI.MINLOC);
    Checks.equal(0, pair.getInt(8), "place of the least");
    byte[] array = new byte[8];
    Int2.Data data = MPI.int2.getData(array);
    data.putValue(5);
    data.putIndex(rank);
    byte[] least = new byte[8];
    world.reduce(array, least, 1, MPI.INT2, MPI.MINLOC, 0);
    if (rank == 0) {
      Int2.Data found = MPI.int2.getData(least);
      Checks.equal(0, found.getIndex(), "lowest of equal places");
    }
  }

  /** Keeps the operand of the higher rank: not commutative. */
  private static final class Last extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype type) {
      // The second operand stays.
    }
  }

  private static final class Sum extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type)
        throws MPIException {
      for (int i = 0; i < count * type.getExtent(); i++) {
        inOut.putInt(4 * i, inOut.getInt(4 * i) + in.getInt(4 * i));
      }
    }
  }

  private void ofProgram() throws MPIException {
    Op last = new Op(new Last(), false);
    int[] value = {rank};
    world.allReduce(value, 1, MPI.INT, last);
    Checks.equal(size - 1, value[0], "the last");
    last.free();
    Op sum = new Op(new Sum(), true);
    int[] result = new int[2];
    world.allReduce(new int[] {rank, 1}, result, 2, MPI.INT, sum);
    Checks.equal(new int[] {sum(), size}, result, "a sum of the program");
    Datatype gaps = Datatype.createVector(2, 1, 2, MPI.INT);
    gaps.commit();
    int[] folded = new int[3];
    world.allReduce(new int[] {rank, 99, 1}, folded, 1, gaps, sum);
    Checks.equal(new int[] {sum(), 0, size}, folded, "a sum with gaps");
    sum.free();
  }

  private void local() throws MPIException {
    int[] inOut = {1, 2};
    Comm.reduceLocal(new int[] {10, 20}, inOut, 2, MPI.INT, MPI.SUM);
    Checks.equal(new int[] {11, 22}, inOut, "reduceLocal");
  }

  private void refusals() throws MPIException {
    int[] value = new int[1];
    Checks.refused(MPI.ERR_OP, () -> world.allReduce(value, 1, MPI.INT, MPI.REPLACE), "REPLACE");
    Checks.refused(
        MPI.ERR_OP,
        () -> world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.BAND),
        "bits of doubles");
    Checks.refused(MPI.ERR_ROOT, () -> world.reduce(value, 1, MPI.INT, MPI.SUM, -1), "root");
  }
}
