package programs;

import mpi.MPI;
import mpi.MPIException;

/** A rank ends the job, and says that this is no failure. */
public final class AbortProgram {

  private AbortProgram() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    if (MPI.COMM_WORLD.getRank() == 0) {
      MPI.COMM_WORLD.abort(0);
    }
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
    throw new AssertionError("abort does not return, and no message comes");
  }
}
