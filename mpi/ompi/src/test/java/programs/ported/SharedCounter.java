package programs.ported;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Ranks draw numbers from a counter in the memory of rank 0, and put into each other's tables. */
public final class SharedCounter {

  private static final int NUMBERS = 60;

  private SharedCounter() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    boolean right = drawn(communicator);
    right &= locked(communicator);
    right &= histogram(communicator);
    if (!right) {
      System.err.println("rank " + communicator.getRank() + " has a wrong result");
      communicator.abort(1);
    }
    MPI.Finalize();
  }

  /** Each number is drawn once. */
  private static boolean drawn(Intracomm communicator) throws MPIException {
    LongBuffer counter = MPI.newLongBuffer(1);
    Win win = new Win(counter, communicator.getRank() == 0 ? 1 : 0, 1, MPI.INFO_NULL, communicator);
    LongBuffer one = MPI.newLongBuffer(1);
    one.put(0, 1L);
    LongBuffer number = MPI.newLongBuffer(1);
    int[] mine = new int[NUMBERS];
    win.lockAll(0);
    while (true) {
      win.fetchAndOp(one, number, MPI.LONG, 0, 0, MPI.SUM);
      win.flush(0);
      if (number.get(0) >= NUMBERS) {
        break;
      }
      mine[(int) number.get(0)]++;
    }
    win.unlockAll();
    win.free();
    communicator.allReduce(mine, NUMBERS, MPI.INT, MPI.SUM);
    boolean right = true;
    for (int times : mine) {
      right &= times == 1;
    }
    return right
        && (communicator.getRank() != 0 || counter.get(0) == NUMBERS + communicator.getSize());
  }

  /** A read and a write under an exclusive lock. */
  private static boolean locked(Intracomm communicator) throws MPIException {
    int last = communicator.getSize() - 1;
    IntBuffer memory = MPI.newIntBuffer(1);
    Win win = new Win(memory, 1, 1, MPI.INFO_NULL, communicator);
    IntBuffer value = MPI.newIntBuffer(1);
    for (int i = 0; i < 20; i++) {
      win.lock(MPI.LOCK_EXCLUSIVE, last, 0);
      win.get(value, 1, MPI.INT, last, 0, 1, MPI.INT);
      win.flush(last);
      value.put(0, value.get(0) + communicator.getRank() + 1);
      win.put(value, 1, MPI.INT, last, 0, 1, MPI.INT);
      win.unlock(last);
    }
    communicator.barrier();
    win.lock(MPI.LOCK_SHARED, last, 0);
    win.get(value, 1, MPI.INT, last, 0, 1, MPI.INT);
    win.unlock(last);
    win.free();
    return value.get(0) == 20 * communicator.getSize() * (communicator.getSize() + 1) / 2;
  }

  /** A table in parts, filled with accumulate between fences. */
  private static boolean histogram(Intracomm communicator) throws MPIException {
    int size = communicator.getSize();
    int bins = 4 * size;
    IntBuffer part = MPI.newIntBuffer(4);
    Win win = new Win(part, 4, 1, MPI.INFO_NULL, communicator);
    IntBuffer one = MPI.newIntBuffer(1);
    one.put(0, 1);
    win.fence(MPI.MODE_NOPRECEDE);
    for (int i = 0; i < 50; i++) {
      int bin = sample(communicator.getRank(), i, bins);
      win.accumulate(one, 1, MPI.INT, bin / 4, bin % 4, 1, MPI.INT, MPI.SUM);
    }
    win.fence(MPI.MODE_NOSUCCEED);
    win.free();
    int[] expected = new int[bins];
    for (int rank = 0; rank < size; rank++) {
      for (int i = 0; i < 50; i++) {
        expected[sample(rank, i, bins)]++;
      }
    }
    boolean right = true;
    for (int i = 0; i < 4; i++) {
      right &= part.get(i) == expected[4 * communicator.getRank() + i];
    }
    return right;
  }

  private static int sample(int rank, int i, int bins) {
    return (rank * 17 + i * i) % bins;
  }
}
