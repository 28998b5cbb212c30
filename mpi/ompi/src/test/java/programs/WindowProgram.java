package programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

/** Windows: fences, post and start, locks, atomics, errors. */
public final class WindowProgram {

  private static final int LENGTH = 8;

  /** MPI_ERR_RMA_RANGE, which the bindings have no name for. */
  private static final int RMA_RANGE = 68;

  private WindowProgram() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Comm world = MPI.COMM_WORLD;
    world.setErrhandler(MPI.ERRORS_RETURN);
    fences(world);
    groups(world);
    locks(world);
    atomics(world);
    errors(world);
    others(world);
    if (world.getRank() == 0) {
      System.out.println("windows ok");
    }
    MPI.Finalize();
  }

  private static Win window(Comm world, IntBuffer memory) throws MPIException {
    Win win = new Win(memory, LENGTH, 1, MPI.INFO_NULL, world);
    win.setErrhandler(MPI.ERRORS_RETURN);
    return win;
  }

  private static void fences(Comm world) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    IntBuffer memory = MPI.newIntBuffer(LENGTH);
    Win win = window(world, memory);
    IntBuffer data = MPI.newIntBuffer(4);
    data.put(0, new int[] {rank, 10 + rank, 20 + rank, 30 + rank});
    win.fence(MPI.MODE_NOPRECEDE);
    win.put(data, 2, MPI.INT, (rank + 1) % size, 1, 2, MPI.INT);
    win.put(data, 2, MPI.INT, MPI.PROC_NULL, 1, 2, MPI.INT);
    win.fence(0);
    int left = (rank + size - 1) % size;
    Checks.equal(left, memory.get(1));
    Checks.equal(10 + left, memory.get(2));
    Datatype every = Datatype.createVector(2, 1, 2, MPI.INT);
    every.commit();
    IntBuffer into = MPI.newIntBuffer(4);
    win.get(into, 2, MPI.INT, left, 1, 1, every);
    win.accumulate(data, 1, MPI.INT, 0, 7, 1, MPI.INT, MPI.SUM);
    win.accumulate(data, 1, every, 0, 4, 1, every, MPI.SUM);
    win.fence(MPI.MODE_NOSUCCEED);
    Checks.equal((left + size - 1) % size, into.get(0));
    Checks.equal(0, into.get(1));
    if (rank == 0) {
      Checks.equal(size * (size - 1) / 2, memory.get(7));
      Checks.equal(size * (size - 1) / 2, memory.get(4));
      Checks.equal(20 * size + size * (size - 1) / 2, memory.get(6));
    }
    win.free();
    Checks.refused(MPI.ERR_WIN, () -> win.fence(0));
  }

  private static void groups(Comm world) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    Group all = world.getGroup();
    IntBuffer memory = MPI.newIntBuffer(LENGTH);
    Win win = window(world, memory);
    Group right = all.incl(new int[] {(rank + 1) % size});
    Group left = all.incl(new int[] {(rank + size - 1) % size});
    IntBuffer data = MPI.newIntBuffer(1);
    data.put(0, 100 + rank);
    win.post(left, 0);
    win.start(right, 0);
    win.put(data, 1, MPI.INT, (rank + 1) % size, 0, 1, MPI.INT);
    win.complete();
    win.waitFor();
    Checks.equal(100 + (rank + size - 1) % size, memory.get(0));
    win.fence(0);
    win.fence(MPI.MODE_NOSUCCEED);
    win.post(left, MPI.MODE_NOSTORE);
    win.start(right, 0);
    win.complete();
    while (!win.test()) {
      Thread.onSpinWait();
    }
    Checks.refused(MPI.ERR_RMA_SYNC, win::waitFor);
    Checks.refused(MPI.ERR_RMA_SYNC, win::complete);
    win.free();
  }

  private static void locks(Comm world) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    IntBuffer memory = MPI.newIntBuffer(LENGTH);
    Win win = window(world, memory);
    IntBuffer data = MPI.newIntBuffer(1);
    IntBuffer value = MPI.newIntBuffer(1);
    for (int i = 0; i < 10; i++) {
      win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
      win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
      win.flush(0);
      data.put(0, value.get(0) + 1);
      win.put(data, 1, MPI.INT, 0, 0, 1, MPI.INT);
      win.unlock(0);
    }
    world.barrier();
    win.lock(MPI.LOCK_SHARED, 0, 0);
    Request request = win.rGet(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
    request.waitFor();
    Checks.refused(MPI.ERR_RMA_CONFLICT, () -> win.lock(MPI.LOCK_SHARED, 0, 0));
    win.unlock(0);
    Checks.equal(10 * size, value.get(0));
    win.lockAll(0);
    data.put(0, rank);
    Request put = win.rPut(data, 1, MPI.INT, (rank + 1) % size, 1, 1, MPI.INT);
    put.waitFor();
    win.flushAll();
    win.unlockAll();
    world.barrier();
    Checks.equal((rank + size - 1) % size, memory.get(1));
    win.lock(MPI.LOCK_SHARED, MPI.PROC_NULL, 0);
    win.unlock(MPI.PROC_NULL);
    win.free();
  }

  private static void atomics(Comm world) throws MPIException {
    int rank = world.getRank();
    int size = world.getSize();
    LongBuffer memory = MPI.newLongBuffer(4);
    Win win = new Win(memory, 4, 1, MPI.INFO_NULL, world);
    LongBuffer one = MPI.newLongBuffer(1);
    LongBuffer old = MPI.newLongBuffer(1);
    one.put(0, 1);
    win.lockAll(MPI.MODE_NOCHECK);
    for (int i = 0; i < 100; i++) {
      win.fetchAndOp(one, old, MPI.LONG, 0, 0, MPI.SUM);
      win.flush(0);
    }
    world.barrier();
    win.fetchAndOp(one, old, MPI.LONG, 0, 0, MPI.NO_OP);
    win.flush(0);
    Checks.equal(100L * size, old.get(0));
    LongBuffer zero = MPI.newLongBuffer(1);
    one.put(0, rank + 1);
    win.compareAndSwap(one, zero, old, MPI.LONG, 0, 1);
    win.flush(0);
    long winner = old.get(0);
    Checks.that(winner >= 0 && winner <= size, "winner");
    win.getAccumulate(one, 1, MPI.LONG, old, 1, MPI.LONG, 0, 2, 1, MPI.LONG, MPI.MAX);
    win.rAccumulate(one, 1, MPI.LONG, rank, 3, 1, MPI.LONG, MPI.REPLACE).waitFor();
    win.rGetAccumulate(one, 1, MPI.LONG, old, 1, MPI.LONG, rank, 3, 1, MPI.LONG, MPI.SUM).waitFor();
    Checks.equal((long) rank + 1, old.get(0));
    win.unlockAll();
    world.barrier();
    if (rank == 0) {
      Checks.that(memory.get(1) > 0, "swapped");
      Checks.equal((long) size, memory.get(2));
    }
    Checks.equal(2L * (rank + 1), memory.get(3));
    win.free();
  }

  private static void errors(Comm world) throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(LENGTH);
    Win win = window(world, memory);
    Checks.refused(MPI.ERR_RMA_SYNC, () -> win.put(memory, 1, MPI.INT, 0, 0, 1, MPI.INT));
    Checks.refused(MPI.ERR_ASSERT, () -> win.fence(1024));
    Checks.refused(MPI.ERR_LOCKTYPE, () -> win.lock(7, 0, 0));
    Checks.refused(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, world.getSize(), 0));
    win.lock(MPI.LOCK_SHARED, 0, 0);
    Checks.refused(MPI.ERR_RANK, () -> win.put(memory, 1, MPI.INT, -7, 0, 1, MPI.INT));
    Checks.refused(MPI.ERR_COUNT, () -> win.put(memory, -1, MPI.INT, 0, 0, 1, MPI.INT));
    Checks.refused(RMA_RANGE, () -> win.put(memory, 1, MPI.INT, 0, LENGTH, 1, MPI.INT));
    Checks.refused(MPI.ERR_DISP, () -> win.put(memory, 1, MPI.INT, 0, -1, 1, MPI.INT));
    Datatype around = Datatype.createIndexed(new int[] {1, 1}, new int[] {-1, 1}, MPI.INT);
    around.commit();
    Checks.refused(RMA_RANGE, () -> win.put(memory, 2, MPI.INT, 0, 0, 1, around));
    win.put(memory, 2, MPI.INT, 0, 1, 1, around);
    Checks.refused(RMA_RANGE, () -> win.put(memory, 2, MPI.INT, 0, LENGTH - 1, 1, around));
    Datatype back = Datatype.createResized(MPI.INT, 0, -Integer.BYTES);
    back.commit();
    Checks.refused(RMA_RANGE, () -> win.put(memory, 2, MPI.INT, 0, 0, 2, back));
    win.put(memory, 2, MPI.INT, 0, LENGTH - 1, 2, back);
    Checks.refused(
        MPI.ERR_TYPE,
        () -> win.put(memory, 1, Datatype.createContiguous(1, MPI.INT), 0, LENGTH, 1, MPI.INT));
    Op user = new Op(new UserFunction() {}, true);
    Checks.refused(MPI.ERR_OP, () -> win.accumulate(memory, 1, MPI.INT, 0, 0, 1, MPI.INT, user));
    refused(
        "The buffer must be direct.",
        () -> win.put(IntBuffer.allocate(1), 1, MPI.INT, 0, 0, 1, MPI.INT));
    refused(null, () -> win.put(memory, 1, MPI.INT, 0, 0, 1, MPI.LONG));
    win.unlock(0);
    Checks.refused(MPI.ERR_SIZE, () -> new Win(memory, -1, 1, MPI.INFO_NULL, world));
    Checks.refused(MPI.ERR_DISP, () -> new Win(memory, 1, 0, MPI.INFO_NULL, world));
    win.free();
  }

  private static void refused(String message, Checks.Call call) throws MPIException {
    try {
      call.run();
      throw new AssertionError("no exception");
    } catch (IllegalArgumentException e) {
      Checks.that(message == null || message.equals(e.getMessage()), e.getMessage());
    }
  }

  private static void others(Comm world) throws MPIException {
    int rank = world.getRank();
    ByteBuffer memory = MPI.newByteBuffer(32);
    Info info = new Info();
    info.set("no_locks", "false");
    Win win = new Win(32, 4, info, world, memory, Win.FLAVOR_SHARED);
    Checks.equal(32, win.getAttr(MPI.WIN_SIZE));
    Checks.equal(4, win.getAttr(MPI.WIN_DISP_UNIT));
    Checks.equal(Long.class, win.getAttr(MPI.WIN_BASE).getClass());
    Checks.equal("false", win.getInfo().get("no_locks"));
    Checks.equal("", win.getName());
    win.setName("w");
    Checks.equal("w", win.getName());
    Checks.equal(world.getSize(), win.getGroup().getSize());
    Checks.that(win.getErrhandler() == MPI.ERRORS_ARE_FATAL, "fatal");
    ByteBuffer data = MPI.newByteBuffer(4);
    data.putInt(0, 77 + rank);
    win.fence(0);
    win.put(data, 4, MPI.BYTE, rank, 3, 4, MPI.BYTE);
    win.fence(0);
    Checks.equal(77 + rank, memory.getInt(12));
    win.free();
    Win dynamic = new Win(MPI.INFO_NULL, world);
    Checks.equal(0L, dynamic.getAttr(MPI.WIN_BASE), "a dynamic window has no base");
    dynamic.attach(memory, 32);
    dynamic.detach(memory);
    dynamic.free();
  }
}
