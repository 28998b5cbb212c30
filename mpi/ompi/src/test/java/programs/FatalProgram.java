package programs;

import mpi.MPI;
import mpi.MPIException;

/** An error ends the job, as the handler of COMM_WORLD is fatal at first. */
public final class FatalProgram {

  private FatalProgram() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.getRank() == 0) {
      MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 77, 0);
    }
    MPI.COMM_WORLD.barrier();
    MPI.Finalize();
  }
}
