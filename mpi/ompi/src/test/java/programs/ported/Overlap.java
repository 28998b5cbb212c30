package programs.ported;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Non-blocking collectives under way at once, with work in between. */
public final class Overlap {

  private static final int N = 1000;

  private Overlap() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Intracomm communicator = MPI.COMM_WORLD;
    int rank = communicator.getRank();
    int size = communicator.getSize();
    boolean right = many(communicator, rank, size);
    right &= stepwise(communicator, rank, size);
    right &= split(communicator, rank, size);
    if (!right) {
      System.err.println("rank " + rank + " has a wrong result");
      communicator.abort(1);
    }
    MPI.Finalize();
  }

  private static boolean many(Intracomm communicator, int rank, int size) throws MPIException {
    DoubleBuffer data = MPI.newDoubleBuffer(N);
    DoubleBuffer sums = MPI.newDoubleBuffer(N);
    IntBuffer parameters = MPI.newIntBuffer(2);
    IntBuffer row = MPI.newIntBuffer(size);
    IntBuffer turned = MPI.newIntBuffer(size);
    IntBuffer one = MPI.newIntBuffer(1);
    IntBuffer prefix = MPI.newIntBuffer(1);
    IntBuffer everyone = MPI.newIntBuffer(size);
    for (int i = 0; i < N; i++) {
      data.put(i, rank * 0.5 + i);
    }
    for (int i = 0; i < size; i++) {
      row.put(i, 10 * rank + i);
    }
    one.put(0, rank + 1);
    if (rank == size - 1) {
      parameters.put(0, 17);
      parameters.put(1, 4);
    }
    Request[] requests = {
      communicator.iAllReduce(data, sums, N, MPI.DOUBLE, MPI.SUM),
      communicator.iBcast(parameters, 2, MPI.INT, size - 1),
      communicator.iAllToAll(row, 1, MPI.INT, turned, 1, MPI.INT),
      communicator.iScan(one, prefix, 1, MPI.INT, MPI.SUM),
      communicator.iAllGather(one, 1, MPI.INT, everyone, 1, MPI.INT),
      communicator.iBarrier()
    };
    double work = 0;
    while (!Request.testAll(requests)) {
      work += Math.sin(work);
    }
    boolean right = parameters.get(0) == 17 && parameters.get(1) == 4;
    for (int i = 0; i < N; i++) {
      right &= Math.abs(sums.get(i) - (0.25 * size * (size - 1) + i * size)) < 1e-9;
    }
    for (int i = 0; i < size; i++) {
      right &= turned.get(i) == 10 * i + rank && everyone.get(i) == i + 1;
    }
    return right && prefix.get(0) == (rank + 1) * (rank + 2) / 2;
  }

  /** Double buffering: the reduction of one block while the next is computed. */
  private static boolean stepwise(Intracomm communicator, int rank, int size) throws MPIException {
    DoubleBuffer[] blocks = {MPI.newDoubleBuffer(1), MPI.newDoubleBuffer(1)};
    DoubleBuffer[] results = {MPI.newDoubleBuffer(1), MPI.newDoubleBuffer(1)};
    Request[] requests = new Request[2];
    double total = 0;
    for (int step = 0; step < 10; step++) {
      int slot = step % 2;
      if (requests[slot] != null) {
        requests[slot].waitFor();
        total += rank == 0 ? results[slot].get(0) : 0;
      }
      blocks[slot].put(0, step * (rank + 1));
      requests[slot] = communicator.iReduce(blocks[slot], results[slot], 1, MPI.DOUBLE, MPI.SUM, 0);
    }
    for (int slot = 0; slot < 2; slot++) {
      requests[slot].waitFor();
      total += rank == 0 ? results[slot].get(0) : 0;
    }
    return rank != 0 || total == 45.0 * size * (size + 1) / 2;
  }

  /** Collectives on two communicators, waited for in the other order. */
  private static boolean split(Intracomm communicator, int rank, int size) throws MPIException {
    Intracomm copy = communicator.dup();
    IntBuffer first = MPI.newIntBuffer(1);
    IntBuffer second = MPI.newIntBuffer(1);
    first.put(0, rank);
    second.put(0, rank);
    Request a = communicator.iAllReduce(first, 1, MPI.INT, MPI.MAX);
    Request b = copy.iAllReduce(second, 1, MPI.INT, MPI.MIN);
    b.waitFor();
    a.waitFor();
    copy.free();
    return first.get(0) == size - 1 && second.get(0) == 0;
  }
}
