package programs;

import java.util.Arrays;
import mpi.MPI;

/**
 * The time of calls on arrays of doubles, half a round trip for messages; the median of some
 * rounds.
 *
 * <pre>
 * starling run -n 2 --mpi mpj -cp mpi/mpj/target/test-classes programs.Medians
 * </pre>
 */
public final class Medians {

  private static final int ROUNDS = Integer.getInteger("rounds", 21);
  private static final int TAG = 7;

  private Medians() {}

  public static void main(String[] args) {
    MPI.Init(args);
    for (int length : new int[] {1, 1 << 13, 1 << 19}) {
      double[] data = new double[length];
      double[] sum = new double[length];
      int times = Math.max(10, 250_000 / (length + 100));
      report("ping-pong", length, 2 * times, median(times, () -> pingPong(data)));
      report(
          "broadcast",
          length,
          times,
          median(times, () -> MPI.COMM_WORLD.Bcast(data, 0, length, MPI.DOUBLE, 0)));
      report(
          "reduce",
          length,
          times,
          median(
              times, () -> MPI.COMM_WORLD.Reduce(data, 0, sum, 0, length, MPI.DOUBLE, MPI.SUM, 0)));
      report(
          "allreduce",
          length,
          times,
          median(
              times, () -> MPI.COMM_WORLD.Allreduce(data, 0, sum, 0, length, MPI.DOUBLE, MPI.SUM)));
    }
    MPI.Finalize();
  }

  private static void pingPong(double... data) {
    int rank = MPI.COMM_WORLD.Rank();
    if (rank == 0) {
      MPI.COMM_WORLD.Send(data, 0, data.length, MPI.DOUBLE, 1, TAG);
    }
    if (rank <= 1) {
      MPI.COMM_WORLD.Recv(data, 0, data.length, MPI.DOUBLE, 1 - rank, TAG);
    }
    if (rank == 1) {
      MPI.COMM_WORLD.Send(data, 0, data.length, MPI.DOUBLE, 0, TAG);
    }
  }

  /** Nanoseconds of all calls of a round. */
  private static long median(int times, Runnable call) {
    long[] rounds = new long[ROUNDS];
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      MPI.COMM_WORLD.Barrier();
      long before = System.nanoTime();
      for (int i = 0; i < times; i++) {
        call.run();
      }
      rounds[Math.max(0, round)] = System.nanoTime() - before;
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 2];
  }

  private static void report(String name, int length, int times, long nanoseconds) {
    if (MPI.COMM_WORLD.Rank() == 0) {
      double each = nanoseconds / 1e3 / times;
      System.out.printf("%-10s %9d bytes %12.3f us%n", name, length * Double.BYTES, each);
    }
  }
}
