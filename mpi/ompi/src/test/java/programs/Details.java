package programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.UserFunction;

/**
 * What is easily wrong: errors of requests, slices, pairs, nulls, threads, functions that throw.
 */
public final class Details {

  private final Intracomm world;
  private final int rank;
  private final int size;
  private final int left;
  private final int right;

  private Details(Intracomm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    size = world.getSize();
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
  }

  public static void main(String[] args) throws Exception {
    Checks.equal(MPI.THREAD_MULTIPLE, MPI.InitThread(args, MPI.THREAD_MULTIPLE), "thread level");
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    Details program = new Details(MPI.COMM_WORLD);
    program.failedRequests();
    program.slices();
    program.pairs();
    program.statuses();
    program.structures();
    program.nothing();
    program.manyRequests();
    program.threads();
    program.functions();
    MPI.Finalize();
  }

  private void failedRequests() throws MPIException {
    IntBuffer large = MPI.newIntBuffer(10);
    IntBuffer small = MPI.newIntBuffer(1);
    Request receive = world.iRecv(small, 1, MPI.INT, left, 1);
    Request send = world.iSend(large, 10, MPI.INT, right, 1);
    Checks.refused(MPI.ERR_TRUNCATE, receive::waitFor, "a message that is too long");
    send.waitFor();
    Request[] both = {
      world.iRecv(small, 1, MPI.INT, left, 2), world.iSend(large, 10, MPI.INT, right, 2)
    };
    Checks.refused(MPI.ERR_IN_STATUS, () -> Request.waitAll(both), "one of two failed");
  }

  private void slices() throws MPIException {
    int[] array = new int[2 * size + 1];
    array[1 + 2 * rank] = rank;
    array[2 + 2 * rank] = -rank;
    world.allGather(MPI.slice(array, 1 + 2 * rank), 2, MPI.INT, MPI.slice(array, 1), 2, MPI.INT);
    int[] expected = new int[array.length];
    for (int i = 0; i < size; i++) {
      expected[1 + 2 * i] = i;
      expected[2 + 2 * i] = -i;
    }
    Checks.equal(expected, array, "slices of one array");
    Datatype rows = Datatype.createVector(2, 1, size, MPI.INT);
    Datatype column = Datatype.createResized(rows, 0, Integer.BYTES);
    column.commit();
    IntBuffer matrix = MPI.newIntBuffer(2 * size);
    for (int i = 0; i < 2 * size; i++) {
      matrix.put(i, 100 * rank + i);
    }
    IntBuffer turned = MPI.newIntBuffer(2 * size);
    world.iAllToAll(matrix, 1, column, turned, 2, MPI.INT).waitFor();
    for (int i = 0; i < size; i++) {
      Checks.equal(100 * i + rank, turned.get(2 * i), "first row");
      Checks.equal(100 * i + size + rank, turned.get(2 * i + 1), "second row");
    }
  }

  private void pairs() throws MPIException {
    byte[] mine = new byte[16];
    DoubleInt.Data pair = MPI.doubleInt.getData(mine);
    pair.putValue(rank + 0.5);
    pair.putIndex(rank);
    byte[] all = new byte[16 * size];
    world.allGather(mine, 1, MPI.DOUBLE_INT, all, 1, MPI.DOUBLE_INT);
    DoubleInt.Data last = MPI.doubleInt.getData(all, size - 1);
    Checks.equal(size - 0.5, last.getValue(), "value");
    Checks.equal(size - 1, last.getIndex(), "index");
    Status status =
        world.sendRecv(mine, 1, MPI.DOUBLE_INT, right, 0, all, size, MPI.DOUBLE_INT, left, 0);
    Checks.equal(1, status.getCount(MPI.DOUBLE_INT), "pairs");
    Checks.equal(2, status.getElements(MPI.DOUBLE_INT), "elements of pairs");
  }

  private void statuses() throws MPIException {
    Status status = world.recv(null, 0, MPI.INT, MPI.PROC_NULL, 0);
    status.setElements(MPI.INT, 3);
    Checks.equal(3, status.getCount(MPI.INT), "set");
    Checks.equal(MPI.UNDEFINED, status.getCount(MPI.DOUBLE), "not whole");
    status.setCancelled(true);
    Checks.that(status.isCancelled(), "set");
    Checks.refused(MPI.ERR_TYPE, () -> status.getCount(MPI.DATATYPE_NULL), "null type");
  }

  private void structures() throws MPIException {
    Datatype mixed =
        Datatype.createStruct(
            new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
    mixed.commit();
    Status status =
        world.sendRecv(new byte[32], 2, mixed, right, 0, new byte[48], 3, mixed, left, 0);
    Checks.equal(2, status.getCount(mixed), "structures");
    Checks.equal(6, status.getElements(mixed), "elements of structures");
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    Status odd = world.sendRecv(new int[3], 3, MPI.INT, right, 0, new int[4], 2, pair, left, 0);
    Checks.equal(MPI.UNDEFINED, odd.getCount(pair), "one and a half");
    Checks.equal(3, odd.getElements(pair), "elements of one and a half");
  }

  private void nothing() throws MPIException {
    world.bcast(null, 0, MPI.INT, 0);
    world.allReduce(null, null, 0, MPI.INT, MPI.SUM);
    world.gather(null, 0, MPI.INT, null, 0, MPI.INT, 0);
    world.allToAll(null, 0, MPI.INT, null, 0, MPI.INT);
    int[] ones = new int[size];
    Arrays.fill(ones, 1);
    int[] places = new int[size];
    Arrays.setAll(places, i -> i);
    boolean isRoot = rank == 0;
    world.gatherv(
        new int[1],
        1,
        MPI.INT,
        isRoot ? new int[size] : null,
        isRoot ? ones : null,
        isRoot ? places : null,
        MPI.INT,
        0);
  }

  private void manyRequests() throws MPIException {
    Request[] requests = new Request[200];
    for (int i = 0; i < requests.length; i += 2) {
      requests[i] = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, left, i);
      requests[i + 1] = world.iSend(MPI.newIntBuffer(1), 1, MPI.INT, right, i);
    }
    int open = requests.length;
    while (open > 0) {
      open -= Request.waitSome(requests).length;
    }
    Checks.that(Request.waitSome(requests) == null, "all are over");
  }

  private void threads() throws InterruptedException {
    Thread[] threads = new Thread[3];
    int[] good = new int[threads.length];
    for (int k = 0; k < threads.length; k++) {
      int tag = k;
      threads[k] = new Thread(() -> good[tag] = turns(100 + tag));
      threads[k].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Checks.equal(new int[] {50, 50, 50}, good, "messages of each thread");
  }

  private int turns(int tag) {
    int good = 0;
    for (int i = 0; i < 50; i++) {
      int[] received = {-1};
      try {
        world.sendRecv(new int[] {i}, 1, MPI.INT, right, tag, received, 1, MPI.INT, left, tag);
      } catch (MPIException e) {
        throw new AssertionError(e);
      }
      good += received[0] == i ? 1 : 0;
    }
    return good;
  }

  /** Adds arrays, or throws. */
  private static final class Sum extends UserFunction {
    private final boolean fails;

    Sum(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void call(Object in, Object inOut, int count, Datatype type) throws MPIException {
      if (fails) {
        throw new MPIException("the program's own");
      }
      int[] operand = (int[]) in;
      int[] result = (int[]) inOut;
      for (int i = 0; i < count; i++) {
        result[i] += operand[i];
      }
    }
  }

  private void functions() throws MPIException {
    IntBuffer value = MPI.newIntBuffer(3);
    value.put(0, 1);
    world.iAllReduce(value, 3, MPI.INT, new Op(new Sum(false), true)).waitFor();
    Checks.equal(size, value.get(0), "a sum of the program");
    if (size > 1) {
      Op failing = new Op(new Sum(true), true);
      try {
        world.reduce(new int[1], new int[1], 1, MPI.INT, failing, 0);
        Checks.that(rank > 0, "the function has not thrown");
      } catch (MPIException e) {
        Checks.equal("the program's own", e.getMessage(), "message");
      }
    }
  }
}
