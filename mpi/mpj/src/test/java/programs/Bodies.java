package programs;

import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/** Forces between bodies, which travel around a ring by persistent requests. */
public final class Bodies {

  private static final int BODIES = 20;

  private Bodies() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    double[] mine = places(rank);
    double[] guests = mine.clone();
    double[] arriving = new double[BODIES];
    Prequest[] requests = {
      MPI.COMM_WORLD.Send_init(guests, 0, BODIES, MPI.DOUBLE, (rank + 1) % size, 0),
      MPI.COMM_WORLD.Recv_init(arriving, 0, BODIES, MPI.DOUBLE, (rank + size - 1) % size, 0)
    };
    double[] forces = new double[BODIES];
    for (int step = 0; step < size; step++) {
      Prequest.Startall(requests);
      add(forces, mine, guests);
      Request.Waitall(requests);
      System.arraycopy(arriving, 0, guests, 0, BODIES);
    }
    Check.equal(mine, guests, "the own bodies are back");
    double[] expected = new double[BODIES];
    for (int step = 0; step < size; step++) {
      add(expected, mine, places((rank + size - step) % size));
    }
    Check.equal(expected, forces, "forces");
    double[] total = new double[1];
    double sum = java.util.Arrays.stream(forces).sum();
    MPI.COMM_WORLD.Allreduce(new double[] {sum}, 0, total, 0, 1, MPI.DOUBLE, MPI.SUM);
    Check.that(Math.abs(total[0]) < 1e-6, "forces cancel out: " + total[0]);
    if (rank == 0) {
      System.out.println("bodies: right");
    }
    MPI.Finalize();
  }

  private static double[] places(int rank) {
    double[] places = new double[BODIES];
    java.util.Arrays.setAll(places, i -> 1.37 * i + 0.11 * rank);
    return places;
  }

  private static void add(double[] forces, double[] mine, double... guests) {
    for (int i = 0; i < BODIES; i++) {
      for (int j = 0; j < BODIES; j++) {
        double distance = guests[j] - mine[i];
        forces[i] += distance / (1 + Math.abs(distance * distance * distance));
      }
    }
  }
}
