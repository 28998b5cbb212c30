package programs.ported;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Rank 0 hands out ranges of numbers; the others count the primes in them, and ask for more. */
public final class MasterWorker {

  private static final int WORK = 1;
  private static final int RESULT = 2;
  private static final int TEXT = 3;
  private static final int STOP = 4;
  private static final int TASKS = 40;
  private static final int RANGE = 250;

  private MasterWorker() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Comm communicator = MPI.COMM_WORLD;
    if (communicator.getRank() == 0) {
      int found = master(communicator);
      int expected = 0;
      for (int task = 0; task < TASKS; task++) {
        expected += primes(task);
      }
      System.out.println(found + " primes");
      if (found != expected) {
        communicator.abort(1);
      }
    } else {
      worker(communicator);
    }
    MPI.Finalize();
  }

  private static int primes(int task) {
    int count = 0;
    for (int n = Math.max(2, task * RANGE); n < (task + 1) * RANGE; n++) {
      boolean prime = true;
      for (int d = 2; d * d <= n && prime; d++) {
        prime = n % d != 0;
      }
      count += prime ? 1 : 0;
    }
    return count;
  }

  private static int master(Comm communicator) throws MPIException {
    int next = 0;
    int open = communicator.getSize() - 1;
    int total = 0;
    if (open == 0) {
      for (int task = 0; task < TASKS; task++) {
        total += primes(task);
      }
      return total;
    }
    while (open > 0) {
      Status status = communicator.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      int worker = status.getSource();
      if (status.getTag() == TEXT) {
        char[] text = new char[status.getCount(MPI.CHAR)];
        communicator.recv(text, text.length, MPI.CHAR, worker, TEXT);
        if (!new String(text).equals("worker " + worker)) {
          communicator.abort(3);
        }
      } else {
        int[] result = new int[status.getCount(MPI.INT)];
        communicator.recv(result, result.length, MPI.INT, worker, RESULT);
        total += result[0];
      }
      if (next < TASKS) {
        communicator.send(new int[] {next}, 1, MPI.INT, worker, WORK);
        next++;
      } else {
        communicator.send(null, 0, MPI.INT, worker, STOP);
        open--;
      }
    }
    return total;
  }

  private static void worker(Comm communicator) throws MPIException {
    char[] text = ("worker " + communicator.getRank()).toCharArray();
    communicator.send(text, text.length, MPI.CHAR, 0, TEXT);
    int[] task = new int[1];
    while (true) {
      Status status = communicator.recv(task, 1, MPI.INT, 0, MPI.ANY_TAG);
      if (status.getTag() == STOP) {
        return;
      }
      communicator.send(new int[] {primes(task[0])}, 1, MPI.INT, 0, RESULT);
    }
  }
}
