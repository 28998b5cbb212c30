package programs;

import java.util.Random;
import mpi.MPI;

/** Pi by random points: Bcast of the number, Reduce of the hits. */
public final class MonteCarloPi {

  private MonteCarloPi() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int[] points = {rank == 0 ? 400_000 : 0};
    MPI.COMM_WORLD.Bcast(points, 0, 1, MPI.INT, 0);
    Random random = new Random(17L + rank);
    long[] hits = new long[1];
    for (int i = 0; i < points[0]; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      hits[0] += x * x + y * y < 1 ? 1 : 0;
    }
    long[] all = new long[1];
    MPI.COMM_WORLD.Reduce(hits, 0, all, 0, 1, MPI.LONG, MPI.SUM, 0);
    if (rank == 0) {
      double pi = 4.0 * all[0] / ((double) points[0] * MPI.COMM_WORLD.Size());
      Check.that(Math.abs(pi - Math.PI) < 0.02, "pi is " + pi);
      System.out.println("pi: right");
    }
    MPI.Finalize();
  }
}
