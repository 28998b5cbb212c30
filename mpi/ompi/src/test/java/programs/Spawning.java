package programs;

import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/** Starts ranks while it runs, whatever Java is on the path, and talks to them. */
public final class Spawning {

  private static final String MAIN = "programs.Spawning";

  private Spawning() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intercomm parent = Intercomm.getParent();
    if (parent.isNull()) {
      talk(MAIN, "an argument");
      talk("-Xmx64m", MAIN, "an argument");
      talk("-cp", "nowhere", MAIN, "an argument");
    } else {
      Checks.equal("MPI_COMM_PARENT", parent.getName(), "name");
      Checks.equal("an argument", args[args.length - 1], "argument");
      int[] rank = {MPI.COMM_WORLD.getRank()};
      parent.send(rank, 1, MPI.INT, 0, 0);
      parent.disconnect();
    }
    MPI.Finalize();
  }

  private static void talk(String... arguments) throws MPIException {
    int[] codes = {-1, -1};
    Intercomm children =
        MPI.COMM_WORLD.spawn("java", arguments, codes.length, MPI.INFO_NULL, 0, codes);
    Checks.equal(new int[2], codes, "codes");
    Checks.equal(codes.length, children.getRemoteSize(), "children");
    if (MPI.COMM_WORLD.getRank() == 0) {
      int[] rank = {-1};
      for (int i = 0; i < codes.length; i++) {
        children.recv(rank, 1, MPI.INT, i, 0);
        Checks.equal(i, rank[0], "rank of a child");
      }
    }
    children.disconnect();
  }
}
