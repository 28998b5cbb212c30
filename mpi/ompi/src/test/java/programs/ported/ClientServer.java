package programs.ported;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** The first rank serves, the others ask; both groups are one again in the end. */
public final class ClientServer {

  private static final int QUESTIONS = 6;
  private static final int ASK = 1;
  private static final int QUIT = 2;

  private ClientServer() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    int servers = Math.max(1, size / 3);
    boolean server = rank < servers;
    Intracomm group = world.split(server ? 0 : 1, rank);
    Intercomm others = world.createIntercomm(group, 0, server ? servers : 0, 99);
    boolean right =
        others.isInter() && others.getRemoteSize() == (server ? size - servers : servers);
    right &= server ? serve(others) : ask(others, rank);
    right &= together(others, server, rank, size);
    others.free();
    group.free();
    boolean[] all = new boolean[1];
    world.allReduce(new boolean[] {right}, all, 1, MPI.BOOLEAN, MPI.LAND);
    if (!all[0]) {
      System.err.println("rank " + rank + ": " + right);
      world.abort(1);
    }
    MPI.Finalize();
  }

  private static boolean serve(Intercomm clients) throws MPIException {
    int open = 0;
    for (int client = 0; client < clients.getRemoteSize(); client++) {
      open += client % clients.getSize() == clients.getRank() ? 1 : 0;
    }
    double[] question = new double[2];
    while (open > 0) {
      Status status = clients.recv(question, 2, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
      if (status.getTag() == QUIT) {
        open--;
      } else {
        double[] answer = {Math.pow(question[0], question[1])};
        clients.send(answer, 1, MPI.DOUBLE, status.getSource(), ASK);
      }
    }
    return true;
  }

  private static boolean ask(Intercomm servers, int rank) throws MPIException {
    int server = servers.getRank() % servers.getRemoteSize();
    boolean right = true;
    double[] answer = new double[1];
    for (int i = 0; i < QUESTIONS; i++) {
      servers.send(new double[] {rank, i}, 2, MPI.DOUBLE, server, ASK);
      servers.recv(answer, 1, MPI.DOUBLE, server, ASK);
      right &= answer[0] == Math.pow(rank, i);
    }
    servers.send(null, 0, MPI.DOUBLE, server, QUIT);
    return right;
  }

  private static boolean together(Intercomm others, boolean server, int rank, int size)
      throws MPIException {
    int[] sum = new int[1];
    others.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
    Intracomm all = others.merge(server);
    int[] ranks = new int[size];
    all.allGather(new int[] {rank}, 1, MPI.INT, ranks, 1, MPI.INT);
    int remote = 0;
    int servers = server ? others.getSize() : others.getRemoteSize();
    for (int i = 0; i < size; i++) {
      remote += i < servers != server ? i : 0;
    }
    boolean right = sum[0] == remote && all.getSize() == size;
    for (int i = 0; i < size; i++) {
      right &= ranks[i] == (i + servers) % size;
    }
    all.free();
    return right;
  }
}
