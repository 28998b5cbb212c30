package programs.ported;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** A token goes round; then every rank's numbers go round in place. */
public final class Ring {

  private Ring() {}

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Comm communicator = MPI.COMM_WORLD;
    int rank = communicator.getRank();
    int size = communicator.getSize();
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    if (size > 1) {
      token(communicator, next, previous);
    }
    int[] values = {rank, rank * rank, 7};
    int sum = 0;
    int squares = 0;
    for (int i = 0; i < size; i++) {
      sum += values[0];
      squares += values[1];
      Status status = communicator.sendRecvReplace(values, 2, MPI.INT, next, 5, previous, 5);
      if (status.getSource() != previous || status.getCount(MPI.INT) != 2) {
        communicator.abort(3);
      }
    }
    int expected = 0;
    int expectedSquares = 0;
    for (int i = 0; i < size; i++) {
      expected += i;
      expectedSquares += i * i;
    }
    if (sum != expected || squares != expectedSquares || values[0] != rank || values[2] != 7) {
      System.err.println("rank " + rank + ": " + sum + " and " + squares);
      communicator.abort(1);
    }
    IntBuffer large = MPI.newIntBuffer(100_000);
    for (int i = 0; i < large.capacity(); i++) {
      large.put(i, rank + i);
    }
    communicator.sendRecvReplace(
        large, large.capacity(), MPI.INT, next, 6, MPI.ANY_SOURCE, MPI.ANY_TAG);
    for (int i = 0; i < large.capacity(); i++) {
      if (large.get(i) != previous + i) {
        communicator.abort(2);
      }
    }
    MPI.Finalize();
  }

  private static void token(Comm communicator, int next, int previous) throws MPIException {
    long[] token = {0};
    if (communicator.getRank() == 0) {
      token[0] = 1;
      communicator.send(token, 1, MPI.LONG, next, 201);
      communicator.recv(token, 1, MPI.LONG, previous, 201);
      if (token[0] != communicator.getSize()) {
        communicator.abort(4);
      }
    } else {
      communicator.recv(token, 1, MPI.LONG, previous, 201);
      token[0]++;
      communicator.send(token, 1, MPI.LONG, next, 201);
    }
  }
}
