package programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Int2;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.ShortInt;
import mpi.UserFunction;

/** Predefined operations, pairs, and operations of the program. */
public final class OpProgram {

  private OpProgram() {}

  /** Sums in arrays of int. */
  private static final class Sum extends UserFunction {
    @Override
    public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
      int[] left = (int[]) in;
      int[] right = (int[]) inOut;
      for (int i = 0; i < count * datatype.getExtent(); i++) {
        right[i] += left[i];
      }
    }
  }

  /** Composes maps x -> ax + b, which is not commutative. */
  private static final class Compose extends UserFunction {
    @Override
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
        throws MPIException {
      Checks.that(in.isDirect() && inOut.isDirect(), "direct");
      int stride = datatype.getExtent();
      IntBuffer left = in.asIntBuffer();
      IntBuffer right = inOut.asIntBuffer();
      for (int i = 0; i < count; i++) {
        int at = i * stride;
        int a = left.get(at) * right.get(at);
        int b = right.get(at) * left.get(at + stride - 1) + right.get(at + stride - 1);
        right.put(at, a);
        right.put(at + stride - 1, b);
      }
    }
  }

  public static void main(String[] args) throws MPIException {
    Op early = new Op(new Sum(), true);
    Checks.that(early.isNull(), "null before its use");
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    world.setErrhandler(MPI.ERRORS_RETURN);
    predefined(world);
    pairs(world);
    users(world, early);
    failing(world);
    if (world.getRank() == 0) {
      System.out.println("operations ok");
    }
    MPI.Finalize();
  }

  private static void predefined(Comm world) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    byte[] bytes = {(byte) (rank == 0 ? 200 : 100)};
    world.allReduce(bytes, 1, MPI.BYTE, MPI.MAX);
    Checks.equal((byte) 200, bytes[0]);
    char[] chars = {rank == 0 ? '\uffff' : 'a'};
    world.allReduce(chars, 1, MPI.CHAR, MPI.MAX);
    Checks.equal('\uffff', chars[0]);
    boolean[] flags = {rank == 0, true};
    world.allReduce(flags, 2, MPI.BOOLEAN, MPI.LAND);
    Checks.equal(size == 1, flags[0]);
    Checks.that(flags[1], "all true");
    flags[0] = rank == 0;
    flags[1] = false;
    world.allReduce(flags, 2, MPI.BOOLEAN, MPI.SUM);
    Checks.that(flags[0] && !flags[1], "sum of booleans");
    ByteBuffer counted = MPI.newByteBuffer(1);
    counted.put(0, (byte) 1);
    world.allReduce(counted, 1, MPI.BOOLEAN, MPI.SUM);
    Checks.equal((byte) size, counted.get(0));
    Checks.refused(MPI.ERR_OP, () -> world.allReduce(new int[1], 1, MPI.INT, MPI.REPLACE));
    Checks.refused(MPI.ERR_OP, () -> world.allReduce(new byte[1], 1, MPI.PACKED, MPI.SUM));
    Checks.refused(MPI.ERR_OP, () -> world.allReduce(new byte[8], 1, MPI.INT2, MPI.SUM));
    Checks.refused(MPI.ERR_OP, () -> world.allReduce(new int[1], 1, MPI.INT, MPI.MINLOC));
    Checks.refused(MPI.ERR_OP, MPI.SUM::free);
  }

  private static void pairs(Comm world) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    byte[] in = new byte[16];
    byte[] out = new byte[16];
    Int2.Data first = MPI.int2.getData(in);
    first.putValue(10 - rank);
    first.putIndex(rank);
    Int2.Data second = MPI.int2.getData(in, 1);
    second.putValue(5);
    second.putIndex(rank);
    world.allReduce(in, out, 2, MPI.INT2, MPI.MINLOC);
    Int2.Data least = MPI.int2.getData(out);
    Checks.equal(11 - size, least.getValue());
    Checks.equal(size - 1, least.getIndex());
    least = MPI.int2.getData(out, 1);
    Checks.equal(0, least.getIndex());

    ByteBuffer shorts = MPI.newByteBuffer(8);
    ByteBuffer result = MPI.newByteBuffer(8);
    ShortInt.Data pair = MPI.shortInt.getData(shorts);
    pair.putValue((short) (rank == size / 2 ? 1000 : -1000));
    pair.putIndex(70000 + rank);
    world.allReduce(shorts, result, 1, MPI.SHORT_INT, MPI.MAXLOC);
    pair = MPI.shortInt.getData(result);
    Checks.equal((short) 1000, pair.getValue());
    Checks.equal(70000 + size / 2, pair.getIndex());
  }

  private static void users(Comm world, Op early) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    int[] ones = new int[5000];
    java.util.Arrays.fill(ones, rank + 1);
    int[] sums = new int[5000];
    world.allReduce(ones, sums, 5000, MPI.INT, early);
    Checks.equal(size * (size + 1) / 2, sums[0]);
    Checks.equal(size * (size + 1) / 2, sums[4999]);
    Checks.that(!early.isNull(), "used");
    early.free();
    Checks.that(early.isNull(), "freed");
    Checks.refused(MPI.ERR_OP, () -> world.allReduce(ones, sums, 1, MPI.INT, early));

    Datatype gap = Datatype.createVector(2, 1, 2, MPI.INT);
    gap.commit();
    Op compose = new Op(new Compose(), false);
    int[] map = {2, -1, rank, 2, -1, rank};
    int[] composed = {7, 7, 7, 7, 7, 7};
    world.allReduce(map, composed, 2, gap, compose);
    int a = 1;
    int b = 0;
    for (int i = 0; i < size; i++) {
      a *= 2;
      b = 2 * b + i;
    }
    Checks.equal(new int[] {a, 7, b, a, 7, b}, composed);

    IntBuffer in = MPI.newIntBuffer(4);
    IntBuffer out = MPI.newIntBuffer(4);
    in.put(0, rank);
    Op sum = new Op(new Sum(), true);
    Request request = world.iAllReduce(in, out, 4, MPI.INT, sum);
    request.waitFor();
    Checks.equal(size * (size - 1) / 2, out.get(0));
    int[] left = {1, 2};
    int[] right = {10, 20};
    Comm.reduceLocal(left, right, 2, MPI.INT, sum);
    Checks.equal(new int[] {11, 22}, right);
  }

  private static void failing(Comm world) throws MPIException {
    Op failing =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inOut, int count, Datatype datatype) {
                throw new IllegalStateException("of the program");
              }
            },
            true);
    try {
      Comm.reduceLocal(new int[1], new int[1], 1, MPI.INT, failing);
      throw new AssertionError("no exception");
    } catch (IllegalStateException e) {
      Checks.equal("of the program", e.getMessage());
    }
    world.barrier();
  }
}
