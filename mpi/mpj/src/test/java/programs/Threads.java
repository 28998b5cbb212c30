package programs;

import java.util.concurrent.atomic.AtomicReference;
import mpi.MPI;

/** Calls from several threads at a time. */
public final class Threads {

  private static final int ROUNDS = 200;

  private Threads() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) throws InterruptedException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      int tag = i;
      threads[i] = new Thread(() -> exchange(rank, size, tag));
      threads[i].setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
      threads[i].start();
    }
    MPI.COMM_WORLD.Barrier();
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
    Thread barrier = new Thread(() -> MPI.COMM_WORLD.Barrier());
    barrier.start();
    int[] received = new int[1];
    mpi.Request receive =
        MPI.COMM_WORLD.Irecv(received, 0, 1, MPI.INT, (rank + size - 1) % size, 50);
    MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, (rank + 1) % size, 50);
    receive.Wait();
    barrier.join();
    if (rank == 0) {
      System.out.println("threads: right");
    }
    MPI.Finalize();
  }

  private static void exchange(int rank, int size, int tag) {
    int next = (rank + 1) % size;
    int last = (rank + size - 1) % size;
    for (int i = 0; i < ROUNDS; i++) {
      int[] data = {i, rank};
      MPI.COMM_WORLD.Sendrecv_replace(data, 0, 2, MPI.INT, next, tag, last, tag);
      Check.equal(new int[] {i, last}, data, "an exchange of threads");
      Object[] objects = {new double[i * 10]};
      MPI.COMM_WORLD.Sendrecv(
          objects, 0, 1, MPI.OBJECT, next, tag, objects, 0, 1, MPI.OBJECT, last, tag);
      Check.equal(i * 10, ((double[]) objects[0]).length, "an exchange of objects");
    }
  }
}
