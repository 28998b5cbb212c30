package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import programs.Checks;

/** Parallel files: pointers of a rank and of all, views, split and non-blocking calls, errors. */
public final class Files {

  private static final int MODE = MPI.MODE_CREATE | MPI.MODE_RDWR;

  private static Intracomm world;
  private static int rank;
  private static int size;
  private static String name;

  private Files() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        rest -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          name = rest[0] + ".chapter";
          Chapter.section("pointer", Files::pointer);
          Chapter.section("shared", Files::shared);
          Chapter.section("ordered", Files::ordered);
          Chapter.section("split", Files::split);
          Chapter.section("nonblocking", Files::nonBlocking);
          Chapter.section("views", Files::views);
          Chapter.section("sizes", Files::sizes);
          Chapter.section("types", Files::types);
          Chapter.section("handles", Files::handles);
          Chapter.section("modes", Files::modes);
          Chapter.section("refusals", Files::refusals);
        });
  }

  private static File open() throws MPIException {
    world.barrier();
    File file = new File(world, name, MODE);
    file.setSize(0);
    world.barrier();
    return file;
  }

  private static int[] mine(int count) {
    int[] data = new int[count];
    Arrays.setAll(data, i -> 1000 * rank + i);
    return data;
  }

  private static IntBuffer direct(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(values);
    return buffer;
  }

  private static void pointer() throws MPIException {
    File file = open();
    file.setView(40L * rank, MPI.INT, MPI.INT, "native");
    Checks.equal(0L, file.getPosition(), "at the beginning");
    Checks.equal(4, file.write(mine(4), 4, MPI.INT).getCount(MPI.INT), "written");
    Checks.equal(4L, file.getPosition(), "moved");
    file.seek(2, MPI.SEEK_CUR);
    file.write(direct(7), 1, MPI.INT);
    Checks.equal(7L, file.getPosition(), "moved");
    Checks.equal(40L * rank + 28, file.getByteOffset(7), "byte offset");
    file.seek(-6, MPI.SEEK_CUR);
    int[] read = new int[3];
    Checks.equal(3, file.read(read, 3, MPI.INT).getCount(MPI.INT), "read");
    Checks.equal(new int[] {1000 * rank + 1, 1000 * rank + 2, 1000 * rank + 3}, read, "data");
    file.seek(6, MPI.SEEK_SET);
    IntBuffer in = MPI.newIntBuffer(1);
    file.read(in, 1, MPI.INT);
    Checks.equal(7, in.get(0), "data");
    file.sync();
    world.barrier();
    file.sync();
    file.seek(0, MPI.SEEK_END);
    Checks.equal(10L * (size - 1 - rank) + 7, file.getPosition(), "the end");
    Checks.equal(0, file.read(read, 3, MPI.INT).getCount(MPI.INT), "nothing is left");
    file.seek(-1, MPI.SEEK_END);
    Checks.equal(1, file.read(read, 3, MPI.INT).getCount(MPI.INT), "one is left");
    Checks.equal(7, read[0], "the last");
    world.barrier();
    file.writeAt(8, new int[] {55}, 1, MPI.INT);
    file.readAt(8, read, 1, MPI.INT);
    Checks.equal(55, read[0], "at an offset");
    file.close();
  }

  private static void shared() throws MPIException {
    File file = open();
    file.setView(0, MPI.INT, MPI.INT, "native");
    for (int i = 0; i < 3; i++) {
      file.writeShared(new int[] {rank, i}, 2, MPI.INT);
    }
    file.sync();
    world.barrier();
    file.sync();
    Checks.equal(6L * size, file.getPositionShared(), "shared pointer");
    int[] all = new int[6 * size];
    file.readAt(0, all, all.length, MPI.INT);
    int[] next = new int[size];
    for (int i = 0; i < all.length; i += 2) {
      Checks.equal(next[all[i]], all[i + 1], "in the order of each rank");
      next[all[i]]++;
    }
    world.barrier();
    file.seekShared(-2L * size, MPI.SEEK_END);
    IntBuffer in = MPI.newIntBuffer(2);
    Status status = file.iReadShared(in, 2, MPI.INT).waitStatus();
    Checks.equal(2, status.getCount(MPI.INT), "each has a pair");
    world.barrier();
    int[] more = new int[1];
    Checks.equal(0, file.readShared(more, 1, MPI.INT).getCount(MPI.INT), "the end");
    world.barrier();
    file.seekShared(0, MPI.SEEK_SET);
    file.seekShared(3, MPI.SEEK_CUR);
    Checks.equal(3L, file.getPositionShared(), "sought");
    world.barrier();
    file.iWriteShared(direct(-1), 1, MPI.INT).waitFor();
    world.barrier();
    Checks.equal(3L + size, file.getPositionShared(), "moved by all");
    file.close();
  }

  private static void ordered() throws MPIException {
    File file = open();
    file.setView(0, MPI.INT, MPI.INT, "native");
    file.writeOrdered(mine(rank + 1), rank + 1, MPI.INT);
    file.writeOrderedBegin(direct(rank), 1, MPI.INT);
    IntBuffer out = direct(rank);
    file.writeOrderedEnd(out);
    int first = rank * (rank + 1) / 2;
    int total = size * (size + 1) / 2;
    Checks.equal((long) total + size, file.getPositionShared(), "pointer");
    int[] read = new int[rank + 1];
    file.readAt(first, read, rank + 1, MPI.INT);
    Checks.equal(mine(rank + 1), read, "in the order of ranks");
    world.barrier();
    file.seekShared(total, MPI.SEEK_SET);
    int[] one = new int[1];
    Checks.equal(1, file.readOrdered(one, 1, MPI.INT).getCount(MPI.INT), "one each");
    Checks.equal(rank, one[0], "readOrdered");
    file.seekShared(0, MPI.SEEK_SET);
    int[] again = new int[rank + 1];
    file.readOrderedBegin(again, rank + 1, MPI.INT);
    Checks.equal(rank + 1, file.readOrderedEnd(again).getCount(MPI.INT), "split");
    Checks.equal(mine(rank + 1), again, "readOrdered in two parts");
    file.close();
  }

  private static void split() throws MPIException {
    File file = open();
    Datatype turns = Datatype.createResized(Datatype.createContiguous(2, MPI.INT), 0, 8 * size);
    turns.commit();
    file.setView(8L * rank, MPI.INT, turns, "native");
    int[] data = mine(6);
    file.writeAllBegin(data, 6, MPI.INT);
    Checks.equal(6, file.writeAllEnd(data).getCount(MPI.INT), "written");
    IntBuffer buffer = direct(data);
    file.writeAtAllBegin(6, buffer, 6, MPI.INT);
    Checks.equal(6, file.writeAtAllEnd(buffer).getCount(MPI.INT), "written");
    file.seek(0, MPI.SEEK_SET);
    IntBuffer in = MPI.newIntBuffer(6);
    file.readAllBegin(in, 6, MPI.INT);
    Checks.equal(6, file.readAllEnd(in).getCount(MPI.INT), "read");
    Checks.equal(direct(data).clear(), in.clear(), "data");
    int[] array = new int[4];
    file.readAtAllBegin(8, array, 4, MPI.INT);
    file.readAtAllEnd(array);
    Checks.equal(Arrays.copyOfRange(data, 2, 6), array, "data");
    Checks.equal(6L, file.getPosition(), "moved by the reads without an offset");
    file.setView(0, MPI.INT, MPI.INT, "native");
    int[] row = new int[2 * size];
    file.readAtAll(0, row, row.length, MPI.INT);
    for (int i = 0; i < size; i++) {
      Checks.equal(1000 * i, row[2 * i], "blocks in turn");
    }
    file.close();
  }

  private static void nonBlocking() throws MPIException {
    File file = open();
    file.setView(0, MPI.INT, MPI.INT, "native");
    long first = 10L * rank;
    Request[] writes = {
      file.iWriteAt(first, direct(mine(5)), 5, MPI.INT),
      file.iWriteAt(first + 5, direct(mine(5)), 5, MPI.INT)
    };
    Status[] statuses = Request.waitAllStatus(writes);
    Checks.equal(5, statuses[1].getCount(MPI.INT), "written");
    file.sync();
    world.barrier();
    file.sync();
    int other = (rank + 1) % size;
    IntBuffer in = MPI.newIntBuffer(10);
    Request read = file.iReadAt(10L * other, in, 10, MPI.INT);
    while (!read.test()) {
      Thread.onSpinWait();
    }
    Checks.equal(1000 * other + 4, in.get(9), "data");
    file.seek(first, MPI.SEEK_SET);
    file.iWrite(direct(-1, -2), 2, MPI.INT).waitFor();
    Checks.equal(first + 2, file.getPosition(), "moved");
    file.iRead(in, 1, MPI.INT).waitFor();
    Checks.equal(1000 * rank + 2, in.get(0), "after what was written");
    file.seek(first, MPI.SEEK_SET);
    Checks.equal(3, file.iReadAll(in, 3, MPI.INT).waitStatus().getCount(MPI.INT), "iReadAll");
    Checks.equal(-2, in.get(1), "iReadAll");
    file.iWriteAll(direct(4), 1, MPI.INT).waitFor();
    file.iWriteAtAll(first + 9, direct(9), 1, MPI.INT).waitFor();
    file.iReadAtAll(first + 9, in, 1, MPI.INT).waitFor();
    Checks.equal(9, in.get(0), "iReadAtAll");
    file.close();
  }

  private static void views() throws MPIException {
    File file = open();
    Checks.equal(0L, file.getView().getDisp(), "of the default view");
    Checks.equal("native", file.getView().getDataRep(), "of the default view");
    Checks.equal(
        MPI.BYTE.getExtent(), file.getView().getEType().getExtent(), "of the default view");
    file.write(new byte[] {1, 2, 3}, rank == 0 ? 3 : 0, MPI.BYTE);
    Checks.equal(rank == 0 ? 3L : 0L, file.getPosition(), "bytes");
    Datatype pair = Datatype.createContiguous(2, MPI.SHORT);
    pair.commit();
    Datatype every = Datatype.createVector(2, 1, 2, pair);
    every.commit();
    file.setView(8, pair, every, "native", MPI.INFO_NULL);
    Checks.equal(8L, file.getView().getDisp(), "disp");
    Checks.that(file.getView().getEType() == pair, "the same object");
    Checks.equal(8L + 12 + 8, file.getByteOffset(3), "a tile holds two");
    short[] data = {1, 2, 3, 4, 5, 6};
    if (rank == 0) {
      file.writeAt(1, data, 3, pair);
    }
    file.sync();
    world.barrier();
    file.sync();
    file.setView(8, MPI.SHORT, MPI.SHORT, "native");
    short[] raw = new short[12];
    Status status = file.readAtAll(0, raw, 12, MPI.SHORT);
    Checks.equal(12, status.getCount(MPI.SHORT), "to the end");
    Checks.equal((short) 1, raw[4], "the first");
    Checks.equal((short) 3, raw[6], "in the next tile");
    file.close();
  }

  private static void sizes() throws MPIException {
    File file = open();
    file.preallocate(1000);
    Checks.equal(1000L, file.getSize(), "preallocated");
    file.preallocate(10);
    Checks.equal(1000L, file.getSize(), "not smaller");
    file.setSize(20);
    Checks.equal(20L, file.getSize(), "cut");
    world.barrier();
    file.setAtomicity(true);
    Checks.that(file.getAtomicity(), "atomic");
    file.writeAt(4L * rank + 20, direct(rank), 1, MPI.INT);
    world.barrier();
    int[] read = new int[1];
    int other = (rank + 1) % size;
    file.readAt(4L * other + 20, read, 1, MPI.INT);
    Checks.equal(other, read[0], "seen without sync");
    file.setAtomicity(false);
    Checks.that(!file.getAtomicity(), "not atomic");
    file.close();
  }

  private static void types() throws MPIException {
    File file = open();
    Datatype every = Datatype.createVector(3, 1, 2, MPI.INT);
    every.commit();
    file.setView(0, MPI.INT, MPI.INT, "native");
    Checks.equal(5, file.getTypeExtent(every), "extent");
    int[] data = {1, 0, 2, 0, 3};
    Status status = file.writeAt(3L * rank, data, 1, every);
    Checks.equal(1, status.getCount(every), "one");
    Checks.equal(3, status.getElements(every), "elements");
    ByteBuffer in = MPI.newByteBuffer(20);
    file.readAt(3L * rank, in, 1, every);
    Checks.equal(3, in.getInt(16), "with gaps");
    Checks.equal(0, in.getInt(12), "a gap");
    int[] flat = new int[3];
    file.readAt(3L * rank, flat, 3, MPI.INT);
    Checks.equal(new int[] {1, 2, 3}, flat, "without gaps");
    file.readAt(3L * rank, MPI.slice(data, 1), 3, MPI.INT);
    Checks.equal(new int[] {1, 1, 2, 3, 3}, data, "into a slice");
    file.setView(0, MPI.BOOLEAN, MPI.BOOLEAN, "native");
    boolean[] flags = {true, false, true};
    file.writeAt(3L * rank, flags, 3, MPI.BOOLEAN);
    boolean[] got = new boolean[3];
    file.readAt(3L * rank, got, 3, MPI.BOOLEAN);
    Checks.equal(flags, got, "booleans");
    file.close();
  }

  private static void handles() throws MPIException {
    Info info = new Info();
    info.set("access_style", "write_once");
    File file = new File(world, name, MODE, info);
    Checks.equal(MODE, file.getAMode(), "mode");
    Checks.equal(MPI.ERRORS_RETURN, file.getErrhandler(), "handler");
    file.callErrhandler(MPI.ERR_OTHER);
    Group group = file.getGroup();
    Checks.equal(MPI.IDENT, Group.compare(group, world.getGroup()), "group");
    Info got = file.getInfo();
    Checks.that(!got.isNull(), "info");
    file.setInfo(info);
    file.setErrhandler(MPI.ERRORS_RETURN);
    file.close();
    info.free();
    File own = new File(MPI.COMM_SELF, name + rank, MODE | MPI.MODE_DELETE_ON_CLOSE);
    own.write(new int[] {1}, 1, MPI.INT);
    own.close();
    Chapter.refused(MPI.ERR_NO_SUCH_FILE, "deleted", () -> File.delete(name + rank));
  }

  private static void modes() throws MPIException {
    File file = open();
    file.writeAt(4L * rank, direct(rank), 1, MPI.INT);
    file.close();
    File end = new File(world, name, MPI.MODE_WRONLY | MPI.MODE_APPEND);
    Checks.equal(4L * size, end.getPosition(), "at the end");
    Checks.equal(4L * size, end.getPositionShared(), "at the end");
    end.close();
    world.barrier();
    File sequential = new File(world, name, MPI.MODE_RDONLY | MPI.MODE_SEQUENTIAL);
    sequential.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "native");
    int[] one = new int[1];
    sequential.readOrdered(one, 1, MPI.INT);
    Checks.equal(rank, one[0], "in turn");
    sequential.close();
    world.barrier();
    if (rank == 0) {
      File.delete(name, MPI.INFO_NULL);
    }
    world.barrier();
  }

  private static void refusals() throws MPIException {
    Chapter.refused(
        MPI.ERR_AMODE, "two modes", () -> new File(world, name, MPI.MODE_RDONLY | MPI.MODE_WRONLY));
    Chapter.refused(
        MPI.ERR_AMODE,
        "create and read",
        () -> new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDONLY));
    Chapter.refused(
        MPI.ERR_NO_SUCH_FILE, "no such file", () -> new File(world, name, MPI.MODE_RDWR));
    File file = open();
    Chapter.refused(MPI.ERR_COUNT, "count", () -> file.write(new int[1], -1, MPI.INT));
    Chapter.refused(MPI.ERR_TYPE, "type", () -> file.write(new int[1], 1, MPI.DATATYPE_NULL));
    Chapter.refused(MPI.ERR_ARG, "offset", () -> file.writeAt(-1, new int[1], 1, MPI.INT));
    Chapter.refused(MPI.ERR_ARG, "whence", () -> file.seek(0, 1));
    Chapter.refused(MPI.ERR_BUFFER, "null", () -> file.write(null, 1, MPI.INT));
    file.close();
    Chapter.refused(MPI.ERR_FILE, "closed", file::getPosition);
    Chapter.refused(MPI.ERR_FILE, "closed", file::close);
    world.barrier();
    if (rank == 0) {
      File.delete(name);
    }
  }
}
