package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;
import programs.Checks;

/** One-sided communication: epochs of all kinds, types, operators, attributes, errors. */
public final class Windows {

  private static Intracomm world;
  private static int rank;
  private static int size;

  private Windows() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          Chapter.section("exposure", Windows::exposure);
          Chapter.section("empty groups", Windows::emptyGroups);
          Chapter.section("several locks", Windows::severalLocks);
          Chapter.section("operators", Windows::operators);
          Chapter.section("fetched", Windows::fetched);
          Chapter.section("swapped", Windows::swapped);
          Chapter.section("types", Windows::types);
          Chapter.section("requests", Windows::requests);
          Chapter.section("allocated", Windows::allocated);
          Chapter.section("dynamic", Windows::dynamic);
          Chapter.section("attributes", Windows::attributes);
          Chapter.section("refusals", Windows::refusals);
        });
  }

  private static Win window(IntBuffer memory) throws MPIException {
    Win win = new Win(memory, memory.capacity(), 1, MPI.INFO_NULL, world);
    win.setErrhandler(MPI.ERRORS_RETURN);
    return win;
  }

  private static IntBuffer direct(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(values);
    return buffer;
  }

  /** Rank 0 exposes its memory to all others, and then reads that of each. */
  private static void exposure() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(size);
    Win win = window(memory);
    Group all = world.getGroup();
    Group first = all.incl(new int[] {0});
    Group others = all.excl(new int[] {0});
    IntBuffer value = direct(rank * rank);
    if (rank == 0) {
      win.post(others, 0);
      win.waitFor();
      for (int i = 1; i < size; i++) {
        Checks.equal(i * i, memory.get(i), "put");
      }
      IntBuffer got = MPI.newIntBuffer(size);
      win.start(others, 0);
      for (int i = 1; i < size; i++) {
        win.get(MPI.slice(got, i), 1, MPI.INT, i, 0, 1, MPI.INT);
      }
      win.complete();
      for (int i = 1; i < size; i++) {
        Checks.equal(-i, got.get(i), "got");
      }
    } else {
      win.start(first, 0);
      win.put(value, 1, MPI.INT, 0, rank, 1, MPI.INT);
      win.complete();
      memory.put(0, -rank);
      win.post(first, MPI.MODE_NOPUT);
      while (!win.test()) {
        Thread.onSpinWait();
      }
    }
    first.free();
    others.free();
    all.free();
    world.barrier();
    win.free();
  }

  private static void emptyGroups() throws MPIException {
    Win win = window(MPI.newIntBuffer(1));
    win.post(MPI.GROUP_EMPTY, 0);
    win.start(MPI.GROUP_EMPTY, 0);
    win.complete();
    win.waitFor();
    win.free();
  }

  private static void severalLocks() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(size);
    Win win = window(memory);
    IntBuffer value = direct(rank + 1);
    for (int i = 0; i < size; i++) {
      win.lock(MPI.LOCK_SHARED, i, 0);
    }
    for (int i = 0; i < size; i++) {
      win.put(value, 1, MPI.INT, i, rank, 1, MPI.INT);
      win.flushLocal(i);
    }
    win.flushLocalAll();
    win.flushAll();
    for (int i = size - 1; i >= 0; i--) {
      win.unlock(i);
    }
    world.barrier();
    win.lock(MPI.LOCK_SHARED, rank, 0);
    win.sync();
    for (int i = 0; i < size; i++) {
      Checks.equal(i + 1, memory.get(i), "put by " + i);
    }
    win.unlock(rank);
    win.lock(MPI.LOCK_SHARED, MPI.PROC_NULL, 0);
    win.put(value, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
    win.unlock(MPI.PROC_NULL);
    win.free();
  }

  private static void operators() throws MPIException {
    Op[] ops = {MPI.SUM, MPI.PROD, MPI.MAX, MPI.MIN, MPI.BAND, MPI.BOR, MPI.BXOR, MPI.LAND};
    int[] expected = {0, 1, 0, 100, -1, 0, 0, 1};
    IntBuffer memory = direct(expected);
    for (int i = 0; i < size; i++) {
      int value = i + 2;
      expected[0] += value;
      expected[1] *= value;
      expected[2] = Math.max(expected[2], value);
      expected[3] = Math.min(expected[3], value);
      expected[4] &= value;
      expected[5] |= value;
      expected[6] ^= value;
    }
    Win win = window(memory);
    IntBuffer value = direct(rank + 2);
    win.fence(0);
    for (int i = 0; i < ops.length; i++) {
      win.accumulate(value, 1, MPI.INT, 0, i, 1, MPI.INT, ops[i]);
    }
    win.fence(0);
    if (rank == 0) {
      int[] result = new int[ops.length];
      memory.clear();
      memory.get(result);
      Checks.equal(expected, result, "operators");
    }
    DoubleBuffer doubles = MPI.newDoubleBuffer(4);
    Win real = new Win(doubles, 4, 1, MPI.INFO_NULL, world);
    DoubleBuffer half = MPI.newDoubleBuffer(2);
    half.put(0, 0.5);
    half.put(1, rank);
    real.fence(0);
    real.accumulate(half, 2, MPI.DOUBLE, size - 1, 1, 2, MPI.DOUBLE, MPI.SUM);
    real.fence(0);
    if (rank == size - 1) {
      Checks.equal(0.5 * size, doubles.get(1), "sum of doubles");
      Checks.equal(size * (size - 1) / 2.0, doubles.get(2), "sum of doubles");
    }
    real.free();
    win.free();
    ByteBuffer pair = MPI.newByteBuffer(16);
    Win pairs = new Win(pair, 16, 1, MPI.INFO_NULL, world);
    ByteBuffer mine = MPI.newByteBuffer(16);
    mine.putDouble(0, -rank);
    mine.putInt(8, rank);
    pairs.fence(0);
    pairs.accumulate(mine, 1, MPI.DOUBLE_INT, 0, 0, 1, MPI.DOUBLE_INT, MPI.MINLOC);
    pairs.fence(0);
    if (rank == 0) {
      Checks.equal(1.0 - size, pair.getDouble(0), "smallest");
      Checks.equal(size - 1, pair.getInt(8), "its place");
    }
    pairs.free();
  }

  private static void fetched() throws MPIException {
    IntBuffer memory = direct(5, 6, 7, 8);
    Win win = window(memory);
    IntBuffer mine = direct(1, 10);
    IntBuffer old = MPI.newIntBuffer(2);
    world.barrier();
    win.lock(MPI.LOCK_EXCLUSIVE, rank, 0);
    win.getAccumulate(mine, 2, MPI.INT, old, 2, MPI.INT, rank, 1, 2, MPI.INT, MPI.SUM);
    win.flush(rank);
    Checks.equal(6, old.get(0), "what was there");
    Checks.equal(7, old.get(1), "what was there");
    win.getAccumulate(mine, 0, MPI.INT, old, 2, MPI.INT, rank, 1, 2, MPI.INT, MPI.NO_OP);
    win.flush(rank);
    Checks.equal(7, old.get(0), "what is there");
    Checks.equal(17, old.get(1), "what is there");
    win.getAccumulate(mine, 2, MPI.INT, old, 2, MPI.INT, rank, 0, 2, MPI.INT, MPI.REPLACE);
    win.unlock(rank);
    Checks.equal(5, old.get(0), "what was replaced");
    Checks.equal(1, memory.get(0), "the new value");
    Checks.equal(10, memory.get(1), "the new value");
    win.lockAll(0);
    win.fetchAndOp(mine, old, MPI.INT, (rank + 1) % size, 3, MPI.REPLACE);
    win.flush((rank + 1) % size);
    Checks.equal(8, old.get(0), "replaced");
    win.unlockAll();
    world.barrier();
    win.free();
  }

  private static void swapped() throws MPIException {
    Datatype[] types = {MPI.BYTE, MPI.SHORT, MPI.CHAR, MPI.INT, MPI.LONG};
    int[] bytes = {1, 2, 2, 4, 8};
    for (int i = 0; i < types.length; i++) {
      ByteBuffer memory = MPI.newByteBuffer(8);
      Win win = new Win(memory, 8, 1, MPI.INFO_NULL, world);
      ByteBuffer mine = MPI.newByteBuffer(8);
      ByteBuffer compare = MPI.newByteBuffer(8);
      ByteBuffer result = MPI.newByteBuffer(8);
      mine.put(0, (byte) 7);
      win.lockAll(0);
      win.compareAndSwap(mine, compare, result, types[i], rank, 0);
      win.flush(rank);
      Checks.equal((byte) 0, result.get(0), "the old value of " + bytes[i] + " bytes");
      mine.put(0, (byte) 9);
      win.compareAndSwap(mine, compare, result, types[i], rank, 0);
      win.flush(rank);
      Checks.equal((byte) 7, result.get(0), "not swapped");
      win.unlockAll();
      Checks.equal((byte) 7, memory.get(0), "swapped once");
      win.free();
    }
  }

  private static void types() throws MPIException {
    int right = (rank + 1) % size;
    int left = (rank + size - 1) % size;
    ShortBuffer memory = MPI.newShortBuffer(12);
    for (int i = 0; i < 12; i++) {
      memory.put(i, (short) (100 * rank + i));
    }
    Win win = new Win(memory, 12, 2, MPI.INFO_NULL, world);
    Datatype every = Datatype.createVector(3, 1, 2, MPI.SHORT);
    every.commit();
    ShortBuffer into = MPI.newShortBuffer(6);
    win.fence(0);
    win.get(into, 3, MPI.SHORT, right, 2, 1, every);
    win.fence(0);
    for (int i = 0; i < 3; i++) {
      Checks.equal((short) (100 * right + 4 + 2 * i), into.get(i), "a vector of the target");
    }
    win.put(into, 3, MPI.SHORT, right, 0, 1, every);
    win.fence(0);
    int ofLeft = 100 * rank;
    Checks.equal((short) (ofLeft + 4), memory.get(0), "a vector at the target");
    Checks.equal((short) (100 * rank + 1), memory.get(1), "a gap");
    Checks.equal((short) (ofLeft + 6), memory.get(2), "a vector at the target");
    Checks.that(left >= 0, "left");
    win.free();
    every.free();
  }

  private static void requests() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(4);
    Win win = window(memory);
    int right = (rank + 1) % size;
    IntBuffer out = direct(rank, rank + 1);
    IntBuffer in = MPI.newIntBuffer(2);
    win.lockAll(0);
    Request[] requests = {
      win.rPut(out, 2, MPI.INT, right, 0, 2, MPI.INT),
      win.rAccumulate(out, 2, MPI.INT, right, 2, 2, MPI.INT, MPI.SUM)
    };
    Request.waitAll(requests);
    win.flush(right);
    Request get = win.rGet(in, 2, MPI.INT, right, 0, 2, MPI.INT);
    while (!get.test()) {
      Thread.onSpinWait();
    }
    Checks.equal(rank + 1, in.get(1), "rGet");
    win.rGetAccumulate(out, 2, MPI.INT, in, 2, MPI.INT, right, 2, 2, MPI.INT, MPI.SUM).waitFor();
    Checks.equal(rank, in.get(0), "rGetAccumulate");
    Request none = win.rPut(out, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
    none.waitFor();
    Checks.that(none.isNull(), "over");
    win.unlockAll();
    world.barrier();
    Checks.equal(2 * ((rank + size - 1) % size), memory.get(2), "twice");
    win.free();
  }

  private static void allocated() throws MPIException {
    for (int flavor : new int[] {Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
      IntBuffer base = MPI.newIntBuffer(4);
      Win win = new Win(4, 1, MPI.INFO_NULL, world, base, flavor);
      IntBuffer value = direct(rank + 40);
      win.fence(0);
      win.put(value, 1, MPI.INT, (rank + 1) % size, 2, 1, MPI.INT);
      win.fence(0);
      Checks.equal((rank + size - 1) % size + 40, base.get(2), "the buffer is the memory");
      win.free();
    }
  }

  private static void dynamic() throws MPIException {
    Win win = new Win(MPI.INFO_NULL, world);
    win.setErrhandler(MPI.ERRORS_RETURN);
    IntBuffer one = MPI.newIntBuffer(4);
    ByteBuffer two = MPI.newByteBuffer(100);
    win.attach(one, 4);
    win.attach(two, 50);
    win.fence(0);
    win.fence(0);
    win.detach(one);
    win.attach(one, 2);
    win.detach(two);
    win.detach(one);
    Chapter.refused(MPI.ERR_BASE, "not attached", () -> win.detach(one));
    win.free();
  }

  private static void attributes() throws MPIException {
    Info info = new Info();
    info.set("accumulate_ordering", "none");
    IntBuffer memory = MPI.newIntBuffer(6);
    Win win = new Win(memory, 6, 2, info, world);
    Checks.equal(24, win.getAttr(MPI.WIN_SIZE), "size");
    Checks.equal(8, win.getAttr(MPI.WIN_DISP_UNIT), "unit");
    Checks.that((Long) win.getAttr(MPI.WIN_BASE) != 0, "base");
    int key = Win.createKeyval();
    Checks.that(win.getAttr(key) == null, "not set");
    win.setAttr(key, new int[] {4});
    Checks.equal(new int[] {4}, win.getAttr(key), "set");
    win.deleteAttr(key);
    Win.freeKeyval(key);
    win.setName("table");
    Checks.equal("table", win.getName(), "name");
    Group group = win.getGroup();
    Checks.equal(MPI.IDENT, Group.compare(group, world.getGroup()), "group");
    win.setInfo(info);
    Info got = win.getInfo();
    got.free();
    info.free();
    Checks.equal(MPI.ERRORS_ARE_FATAL, win.getErrhandler(), "handler");
    win.setErrhandler(MPI.ERRORS_RETURN);
    win.callErrhandler(MPI.ERR_OTHER);
    win.free();
  }

  private static void refusals() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(4);
    Win win = window(memory);
    Chapter.refused(MPI.ERR_RMA_SYNC, "complete", win::complete);
    Chapter.refused(MPI.ERR_RMA_SYNC, "wait", win::waitFor);
    Chapter.refused(MPI.ERR_RMA_SYNC, "test", win::test);
    Chapter.refused(MPI.ERR_RMA_SYNC, "unlock", () -> win.unlock(rank));
    Chapter.refused(MPI.ERR_RMA_SYNC, "unlockAll", win::unlockAll);
    Chapter.refused(MPI.ERR_RMA_SYNC, "flush", () -> win.flush(rank));
    Chapter.refused(MPI.ERR_RMA_SYNC, "get", () -> win.get(memory, 1, MPI.INT, 0, 0, 1, MPI.INT));
    Chapter.refused(MPI.ERR_ASSERT, "lock", () -> win.lock(MPI.LOCK_SHARED, 0, 4096));
    Chapter.refused(MPI.ERR_LOCKTYPE, "lock", () -> win.lock(0, 0, 0));
    Chapter.refused(MPI.ERR_RANK, "lock", () -> win.lock(MPI.LOCK_SHARED, -9, 0));
    win.lock(MPI.LOCK_SHARED, 0, 0);
    Op user = new Op(new UserFunction() {}, true);
    Chapter.refused(
        MPI.ERR_OP,
        "an operator of the program",
        () -> win.accumulate(memory, 1, MPI.INT, 0, 0, 1, MPI.INT, user));
    Chapter.refused(
        MPI.ERR_TYPE,
        "null type",
        () -> win.put(memory, 1, MPI.DATATYPE_NULL, 0, 0, 1, MPI.DATATYPE_NULL));
    Chapter.refused(MPI.ERR_COUNT, "count", () -> win.get(memory, 1, MPI.INT, 0, 0, -1, MPI.INT));
    Chapter.refused(MPI.ERR_RANK, "rank", () -> win.get(memory, 1, MPI.INT, size, 0, 1, MPI.INT));
    win.unlock(0);
    Chapter.refused(MPI.ERR_RMA_SYNC, "rPut", () -> win.rPut(memory, 1, MPI.INT, 0, 0, 1, MPI.INT));
    world.barrier();
    win.free();
    Chapter.refused(MPI.ERR_WIN, "freed", () -> win.lock(MPI.LOCK_SHARED, 0, 0));
    Chapter.refused(MPI.ERR_WIN, "freed", win::getGroup);
    Chapter.refused(MPI.ERR_WIN, "freed", win::free);
    Chapter.refused(
        MPI.ERR_COMM,
        "no communicator",
        () -> new Win(memory, 4, 1, MPI.INFO_NULL, world.split(MPI.UNDEFINED, 0)));
  }
}
