package programs;

import mpi.MPI;
import mpi.Status;

/** A number that goes around a ring of ranks, which each adds to. */
public final class Ring {

  private Ring() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int[] token = new int[1];
    for (int round = 0; round < 10; round++) {
      if (rank > 0) {
        Status status = MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, MPI.ANY_SOURCE, round);
        Check.equal(rank - 1, status.source, "the neighbour");
      }
      token[0] += rank + 1;
      MPI.COMM_WORLD.Send(token, 0, 1, MPI.INT, (rank + 1) % size, round);
      if (rank == 0) {
        MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, size - 1, round);
        Check.equal((round + 1) * size * (size + 1) / 2, token[0], "the sum");
      }
    }
    if (rank == 0) {
      System.out.println("ring: right");
    }
    MPI.Finalize();
  }
}
