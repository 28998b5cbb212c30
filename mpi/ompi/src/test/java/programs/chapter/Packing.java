package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Checks;

/** pack and unpack with several types, and buffered sends. */
public final class Packing {

  private static Intracomm world;
  private static int rank;
  private static int right;
  private static int left;

  private Packing() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          right = (rank + 1) % world.getSize();
          left = (rank + world.getSize() - 1) % world.getSize();
          Chapter.section("mixed", Packing::mixed);
          Chapter.section("gaps", Packing::gaps);
          Chapter.section("sizes", Packing::sizes);
          Chapter.section("buffered", Packing::buffered);
          Chapter.section("refusals", Packing::refusals);
        });
  }

  private static void mixed() throws MPIException {
    byte[] packed = new byte[200];
    int position = 0;
    position = world.pack(new int[] {rank, 2}, 2, MPI.INT, packed, position);
    position = world.pack(new double[] {rank + 0.5}, 1, MPI.DOUBLE, packed, position);
    position = world.pack("text".toCharArray(), 4, MPI.CHAR, packed, position);
    position = world.pack(new boolean[] {true, false}, 2, MPI.BOOLEAN, packed, position);
    position = world.pack(new byte[] {9}, 1, MPI.BYTE, packed, position);
    DoubleBuffer direct = MPI.newDoubleBuffer(2);
    direct.put(1, 3.5);
    position = world.pack(direct, 2, MPI.DOUBLE, packed, position);
    position = world.pack(new long[] {Long.MIN_VALUE}, 1, MPI.LONG, packed, position);
    position = world.pack(new short[] {-3}, 1, MPI.SHORT, packed, position);
    position = world.pack(new float[] {1.5f}, 1, MPI.FLOAT, packed, position);
    Checks.equal(8 + 8 + 8 + 2 + 1 + 16 + 8 + 2 + 4, position, "position");
    byte[] in = new byte[200];
    Status status =
        world.sendRecv(packed, position, MPI.PACKED, right, 0, in, 200, MPI.PACKED, left, 0);
    Checks.equal(position, status.getCount(MPI.PACKED), "packed bytes");
    int[] ints = new int[2];
    double[] doubles = new double[3];
    char[] chars = new char[4];
    boolean[] booleans = {false, true};
    byte[] bytes = new byte[1];
    long[] longs = new long[1];
    short[] shorts = new short[1];
    float[] floats = new float[1];
    int place = world.unpack(in, 0, ints, 2, MPI.INT);
    place = world.unpack(in, place, doubles, 1, MPI.DOUBLE);
    place = world.unpack(in, place, chars, 4, MPI.CHAR);
    place = world.unpack(in, place, booleans, 2, MPI.BOOLEAN);
    place = world.unpack(in, place, bytes, 1, MPI.BYTE);
    place = world.unpack(in, place, MPI.slice(doubles, 1), 2, MPI.DOUBLE);
    place = world.unpack(in, place, longs, 1, MPI.LONG);
    place = world.unpack(in, place, shorts, 1, MPI.SHORT);
    place = world.unpack(in, place, floats, 1, MPI.FLOAT);
    Checks.equal(position, place, "position");
    Checks.equal(new int[] {left, 2}, ints, "ints");
    Checks.equal(new double[] {left + 0.5, 0, 3.5}, doubles, "doubles");
    Checks.equal("text", new String(chars), "chars");
    Checks.equal(new boolean[] {true, false}, booleans, "booleans");
    Checks.equal((byte) 9, bytes[0], "byte");
    Checks.equal(Long.MIN_VALUE, longs[0], "long");
    Checks.equal((short) -3, shorts[0], "short");
    Checks.equal(1.5f, floats[0], "float");
  }

  private static void gaps() throws MPIException {
    Datatype every = Datatype.createVector(2, 1, 3, MPI.INT);
    every.commit();
    byte[] packed = new byte[8];
    Checks.equal(8, world.pack(new int[] {1, 2, 3, 4}, 1, every, packed, 0), "position");
    Checks.equal(4, ByteBuffer.wrap(packed).order(java.nio.ByteOrder.nativeOrder()).getInt(4), "");
    int[] out = {7, 7, 7, 7};
    Checks.equal(8, world.unpack(packed, 0, out, 1, every), "position");
    Checks.equal(new int[] {1, 7, 7, 4}, out, "the gap stays");
    ByteBuffer direct = MPI.newByteBuffer(16);
    world.unpack(packed, 0, direct, 2, MPI.INT);
    Checks.equal(4, direct.getInt(4), "into a direct buffer");
    int[] typed = new int[2];
    Status status = world.sendRecv(packed, 8, MPI.PACKED, right, 1, typed, 2, MPI.INT, left, 1);
    Checks.equal(2, status.getCount(MPI.INT), "packed data as ints");
    Checks.equal(new int[] {1, 4}, typed, "packed data as ints");
    Datatype mixed =
        Datatype.createStruct(
            new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    mixed.commit();
    ByteBuffer struct = MPI.newByteBuffer(16);
    struct.putInt(0, 5);
    struct.putDouble(8, 6.5);
    byte[] flat = new byte[12];
    Checks.equal(12, world.pack(struct, 1, mixed, flat, 0), "a struct");
    double[] second = new double[1];
    world.unpack(flat, 4, second, 1, MPI.DOUBLE);
    Checks.equal(6.5, second[0], "the second field");
  }

  private static void sizes() throws MPIException {
    Checks.equal(40, world.packSize(10, MPI.INT), "ints");
    Checks.equal(0, world.packSize(0, MPI.DOUBLE), "none");
    Checks.that(world.packSize(1, MPI.DOUBLE_INT) >= 12, "a pair");
    byte[] room = new byte[4];
    Checks.equal(4, world.pack(new int[] {1}, 1, MPI.INT, room, 4), "full");
    Checks.equal(2, world.pack(new int[] {1}, 0, MPI.INT, room, 2), "none");
  }

  private static void buffered() throws MPIException {
    int messages = 5;
    int bytes = world.packSize(100, MPI.DOUBLE) + MPI.BSEND_OVERHEAD;
    for (int round = 0; round < 3; round++) {
      byte[] buffer = new byte[messages * bytes];
      MPI.attachBuffer(buffer);
      double[] data = new double[100];
      for (int i = 0; i < messages; i++) {
        data[99] = i;
        world.bSend(data, 100, MPI.DOUBLE, right, 10 + i);
      }
      for (int i = messages - 1; i >= 0; i--) {
        world.recv(data, 100, MPI.DOUBLE, left, 10 + i);
        Checks.equal((double) i, data[99], "in another order");
      }
      Checks.that(MPI.detachBuffer() == buffer, "the same array");
    }
    world.barrier();
  }

  private static void refusals() throws MPIException {
    byte[] small = new byte[6];
    Chapter.refused(
        MPI.ERR_TRUNCATE, "no room", () -> world.pack(new int[2], 2, MPI.INT, small, 0));
    Chapter.refused(
        MPI.ERR_TRUNCATE, "no data", () -> world.unpack(small, 4, new int[1], 1, MPI.INT));
    Chapter.refused(MPI.ERR_COUNT, "count", () -> world.packSize(-1, MPI.INT));
    Chapter.refused(MPI.ERR_COUNT, "count", () -> world.pack(new int[1], -1, MPI.INT, small, 0));
    Chapter.refused(
        MPI.ERR_TYPE, "type", () -> world.pack(new int[1], 1, MPI.DATATYPE_NULL, small, 0));
    Chapter.refused(MPI.ERR_BUFFER, "nothing is attached", MPI::detachBuffer);
    MPI.attachBuffer(new byte[200]);
    Chapter.refused(MPI.ERR_BUFFER, "twice", () -> MPI.attachBuffer(new byte[200]));
    Chapter.refused(
        MPI.ERR_BUFFER, "too long", () -> world.bSend(new int[60], 60, MPI.INT, right, 9));
    MPI.detachBuffer();
  }
}
