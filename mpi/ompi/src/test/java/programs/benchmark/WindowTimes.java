package programs.benchmark;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;

/** Puts, gets and atomic operations on a window, with each way to synchronise. */
public final class WindowTimes {

  private static final int LARGEST = 1 << 18;
  private static final int WINDOW = 64;
  private static final int ROUNDS = 5;

  private final Intracomm world;
  private final boolean isOrigin;
  private final boolean isTarget;
  private final ByteBuffer local = MPI.newByteBuffer(LARGEST);
  private final ByteBuffer memory = MPI.newByteBuffer(LARGEST);
  private final Win window;
  private final Group other;

  private WindowTimes() throws MPIException {
    world = MPI.COMM_WORLD;
    int rank = world.getRank();
    isOrigin = rank == 0;
    isTarget = rank == 1;
    window = new Win(memory, LARGEST, 1, MPI.INFO_NULL, world);
    other = world.getGroup().incl(new int[] {isOrigin ? 1 : 0});
  }

  /** Some transfers between two synchronisations. */
  @FunctionalInterface
  private interface Transfer {
    void run(int bytes) throws MPIException;
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    WindowTimes times = new WindowTimes();
    times.measure("put", times::put);
    times.measure("get", times::get);
    times.measure("many puts", times::manyPuts);
    times.measure("requests", times::requests);
    times.atomics();
    times.other.free();
    times.window.free();
    MPI.Finalize();
  }

  private void put(int bytes) throws MPIException {
    window.put(local, bytes, MPI.BYTE, 1, 0, bytes, MPI.BYTE);
  }

  private void get(int bytes) throws MPIException {
    window.get(local, bytes, MPI.BYTE, 1, 0, bytes, MPI.BYTE);
  }

  private void manyPuts(int bytes) throws MPIException {
    for (int i = 0; i < WINDOW; i++) {
      put(bytes);
    }
  }

  private void requests(int bytes) throws MPIException {
    Request[] open = new Request[WINDOW];
    for (int i = 0; i < WINDOW; i++) {
      open[i] =
          i % 2 == 0
              ? window.rPut(local, bytes, MPI.BYTE, 1, 0, bytes, MPI.BYTE)
              : window.rAccumulate(local, bytes, MPI.BYTE, 1, 0, bytes, MPI.BYTE, MPI.REPLACE);
    }
    Request.waitAll(open);
  }

  private void measure(String name, Transfer transfer) throws MPIException {
    boolean needsPassive = name.equals("requests");
    for (int bytes = 1; bytes <= LARGEST; bytes *= 64) {
      fill(bytes);
      world.barrier();
      double start = MPI.wtime();
      for (int i = 0; i < ROUNDS; i++) {
        passive(transfer, bytes, i % 2 == 0 ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE);
        flushed(transfer, bytes);
        if (!needsPassive) {
          active(transfer, bytes);
          fenced(transfer, bytes);
        }
      }
      world.barrier();
      if (isOrigin) {
        System.out.printf("%-10s %8d bytes %10.2f us%n", name, bytes, (MPI.wtime() - start) * 1e6);
      }
      check(name, bytes);
      world.barrier();
    }
  }

  private void fill(int bytes) {
    for (int i = 0; i < bytes; i++) {
      local.put(i, (byte) (isOrigin ? 1 : 0));
      memory.put(i, (byte) (isTarget ? 2 : 0));
    }
  }

  private void check(String name, int bytes) {
    boolean isGet = name.equals("get");
    ByteBuffer changed = isGet ? local : memory;
    if ((isGet ? isOrigin : isTarget) && changed.get(bytes - 1) != (isGet ? 2 : 1)) {
      throw new AssertionError(name + " of " + bytes + " bytes");
    }
  }

  private void passive(Transfer transfer, int bytes, int lock) throws MPIException {
    if (isOrigin) {
      window.lock(lock, 1, 0);
      transfer.run(bytes);
      window.unlock(1);
    }
  }

  private void flushed(Transfer transfer, int bytes) throws MPIException {
    if (isOrigin) {
      window.lockAll(0);
      transfer.run(bytes);
      window.flush(1);
      transfer.run(bytes);
      window.flushLocal(1);
      window.unlockAll();
    }
  }

  private void active(Transfer transfer, int bytes) throws MPIException {
    if (isOrigin) {
      window.start(other, 0);
      transfer.run(bytes);
      window.complete();
    } else if (isTarget) {
      window.post(other, 0);
      window.waitFor();
    }
  }

  private void fenced(Transfer transfer, int bytes) throws MPIException {
    window.fence(0);
    if (isOrigin) {
      transfer.run(bytes);
    }
    window.fence(0);
  }

  private void atomics() throws MPIException {
    LongBuffer counters = MPI.newLongBuffer(2);
    Win shared = new Win(counters, 2, 1, MPI.INFO_NULL, world);
    LongBuffer value = MPI.newLongBuffer(1);
    LongBuffer result = MPI.newLongBuffer(1);
    LongBuffer expected = MPI.newLongBuffer(1);
    value.put(0, 1);
    int size = world.getSize();
    shared.lockAll(0);
    for (int i = 0; i < 10 * ROUNDS; i++) {
      shared.fetchAndOp(value, result, MPI.LONG, 0, 0, MPI.SUM);
      shared.flush(0);
      shared.getAccumulate(value, 1, MPI.LONG, result, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM);
      shared.flush(0);
    }
    long seen = increment(shared, expected, value, result);
    shared.unlockAll();
    world.barrier();
    if (world.getRank() == 0 && counters.get(0) != 20L * ROUNDS * size) {
      throw new AssertionError("sum " + counters.get(0));
    }
    if (seen >= size || (world.getRank() == 0 && counters.get(1) != size)) {
      throw new AssertionError("increments " + counters.get(1));
    }
    shared.free();
  }

  /** By compareAndSwap, until no other rank comes between. */
  private static long increment(
      Win shared, LongBuffer expected, LongBuffer value, LongBuffer result) throws MPIException {
    Op read = MPI.NO_OP;
    while (true) {
      shared.fetchAndOp(value, expected, MPI.LONG, 0, 1, read);
      shared.flush(0);
      value.put(0, expected.get(0) + 1);
      shared.compareAndSwap(value, expected, result, MPI.LONG, 0, 1);
      shared.flush(0);
      if (result.get(0) == expected.get(0)) {
        return expected.get(0);
      }
    }
  }
}
