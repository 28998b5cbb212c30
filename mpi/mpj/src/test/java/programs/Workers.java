package programs;

import mpi.MPI;
import mpi.Status;

/** A master finds by Probe which worker asks, and gives it work; results have any length. */
public final class Workers {

  private static final int TASKS = 60;
  private static final int WORK = 1;
  private static final int STOP = 2;

  private Workers() {}

  /** Runs with two ranks or more. */
  public static void main(String[] args) {
    MPI.Init(args);
    if (MPI.COMM_WORLD.Size() == 1) {
      System.out.println("workers: need two ranks");
    } else if (MPI.COMM_WORLD.Rank() == 0) {
      master();
    } else {
      work();
    }
    MPI.Finalize();
  }

  private static void master() {
    int given = 0;
    int done = 0;
    int busy = MPI.COMM_WORLD.Size() - 1;
    while (busy > 0) {
      Status status = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
      long[] divisors = new long[status.Get_count(MPI.LONG)];
      MPI.COMM_WORLD.Recv(divisors, 0, divisors.length, MPI.LONG, status.source, status.tag);
      if (divisors.length > 0) {
        Check.that(divisors[divisors.length - 1] == status.tag, "the last divisor");
        Check.equal(count(status.tag), divisors.length, "the number of divisors");
        done++;
      }
      given++;
      boolean isOver = given > TASKS;
      busy -= isOver ? 1 : 0;
      MPI.COMM_WORLD.Send(new int[] {given}, 0, 1, MPI.INT, status.source, isOver ? STOP : WORK);
    }
    Check.equal(TASKS, done, "tasks that were done");
    System.out.println("workers: right");
  }

  private static int count(int number) {
    int count = 0;
    for (int i = 1; i <= number; i++) {
      count += number % i == 0 ? 1 : 0;
    }
    return count;
  }

  private static void work() {
    MPI.COMM_WORLD.Send(new long[0], 0, 0, MPI.LONG, 0, 0);
    int[] task = new int[1];
    while (MPI.COMM_WORLD.Recv(task, 0, 1, MPI.INT, 0, MPI.ANY_TAG).tag == WORK) {
      long[] divisors = new long[task[0]];
      int count = 0;
      for (int i = 1; i <= task[0]; i++) {
        if (task[0] % i == 0) {
          divisors[count] = i;
          count++;
        }
      }
      MPI.COMM_WORLD.Send(divisors, 0, count, MPI.LONG, 0, task[0]);
    }
  }
}
