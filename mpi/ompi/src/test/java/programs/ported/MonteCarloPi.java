package programs.ported;

import java.util.Random;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Pi from random points: one reduce of the hits, and the slowest rank's time. */
public final class MonteCarloPi {

  private static final int POINTS = 200_000;

  private MonteCarloPi() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Comm communicator = MPI.COMM_WORLD;
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int[] points = new int[1];
    if (rank == 0) {
      points[0] = POINTS;
    }
    communicator.bcast(points, 1, MPI.INT, 0);
    double start = MPI.wtime();
    long[] hits = {hits(rank, points[0])};
    double[] time = {MPI.wtime() - start};
    long[] total = new long[1];
    double[] slowest = new double[1];
    communicator.reduce(hits, total, 1, MPI.LONG, MPI.SUM, 0);
    communicator.reduce(time, slowest, 1, MPI.DOUBLE, MPI.MAX, 0);
    if (rank == 0) {
      double pi = 4.0 * total[0] / ((double) points[0] * size);
      System.out.println("pi is about " + pi);
      long expected = 0;
      for (int i = 0; i < size; i++) {
        expected += hits(i, POINTS);
      }
      if (expected != total[0] || Math.abs(pi - Math.PI) > 0.02 || slowest[0] < time[0]) {
        communicator.abort(1);
      }
    }
    MPI.Finalize();
  }

  private static long hits(int seed, int points) {
    Random random = new Random(seed * 31L + 7);
    long hits = 0;
    for (int i = 0; i < points; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y <= 1) {
        hits++;
      }
    }
    return hits;
  }
}
