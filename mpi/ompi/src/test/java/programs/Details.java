package programs;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.File;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.UserFunction;
import mpi.Win;

/**
 * What is easily wrong: errors of requests, slices, pairs, nulls, threads, functions that throw.
 */
public final class Details {

  /** Classes that the API has no constants for. */
  private static final int ERR_RMA_ATTACH = 69;

  private static final int ERR_RMA_FLAVOR = 70;

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
    program.arraysOfTheSameWidth();
    program.statuses();
    program.structures();
    program.partsOfStructures();
    program.booleans();
    program.booleansWithGaps();
    program.typesBelowTheirAddress();
    program.negativeExtents();
    program.readOnlyMemory();
    program.shortArguments();
    program.groupOfOne();
    program.memoryOfWindows();
    program.failedSplitCollective();
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
    Checks.equal(1, status.getElements(MPI.DOUBLE_INT), "elements of pairs");
  }

  /** Open MPI's bindings look at the length of elements only, and at nothing if there are none. */
  private void arraysOfTheSameWidth() throws MPIException {
    short[] shorts = {-1};
    world.sendRecv(new short[] {7}, 1, MPI.CHAR, right, 3, shorts, 1, MPI.CHAR, left, 3);
    Checks.equal(new short[] {7}, shorts, "shorts as characters");
    boolean[] flags = {false, true};
    boolean[] mine = {true, false};
    world.sendRecv(mine, 2, MPI.BYTE, right, 3, flags, 2, MPI.BYTE, left, 3);
    Checks.equal(mine, flags, "booleans as bytes");
    byte[] bytes = {rank == 0 ? (byte) 1 : 0};
    world.bcast(bytes, 1, MPI.BOOLEAN, 0);
    Checks.equal(new byte[] {1}, bytes, "a byte as a boolean");
    world.bcast(new int[0], 0, MPI.DOUBLE, 0);
  }

  private void statuses() throws MPIException {
    Status status = world.recv(null, 0, MPI.INT, MPI.PROC_NULL, 0);
    status.setElements(MPI.INT, 3);
    Checks.equal(3, status.getCount(MPI.INT), "set");
    Checks.equal(MPI.UNDEFINED, status.getCount(MPI.DOUBLE), "not whole");
    status.setElements(MPI.DOUBLE_INT, 3);
    Checks.equal(3, status.getCount(MPI.DOUBLE_INT), "pairs that were set");
    Checks.equal(3, status.getElements(MPI.DOUBLE_INT), "elements of pairs that were set");
    Datatype empty = Datatype.createContiguous(0, MPI.INT);
    Checks.equal(0, status.getCount(empty), "elements without data");
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
    status.setElements(mixed, 4);
    Checks.equal(MPI.UNDEFINED, status.getCount(mixed), "one structure and a third");
    Checks.equal(4, status.getElements(mixed), "elements of one structure and a third");
    Datatype pair = Datatype.createContiguous(2, MPI.INT);
    pair.commit();
    Status odd = world.sendRecv(new int[3], 3, MPI.INT, right, 0, new int[4], 2, pair, left, 0);
    Checks.equal(MPI.UNDEFINED, odd.getCount(pair), "one and a half");
    Checks.equal(3, odd.getElements(pair), "elements of one and a half");
  }

  /** A message may end within an element, but not within a number. */
  private void partsOfStructures() throws MPIException {
    Datatype mixed =
        Datatype.createStruct(
            new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
    mixed.commit();
    int[] elements = {0, 1, MPI.UNDEFINED, 2, 3};
    for (int i = 0; i < elements.length; i++) {
      Status status = ofBytes(new int[] {0, 4, 8, 12, 16}[i], mixed);
      Checks.equal(elements[i], status.getElements(mixed), "elements of " + i);
    }
    Datatype pairs = Datatype.createContiguous(2, MPI.INT2);
    pairs.commit();
    Checks.equal(3, ofBytes(12, pairs).getElements(pairs), "one pair and a value");
  }

  private Status ofBytes(int bytes, Datatype type) throws MPIException {
    byte[] sent = new byte[bytes];
    return world.sendRecv(sent, bytes, MPI.BYTE, right, 0, new byte[64], 2, type, left, 0);
  }

  private void booleans() throws MPIException {
    Datatype pair = Datatype.createContiguous(2, MPI.BOOLEAN);
    pair.commit();
    boolean[] flags = {rank == 0, false, false, rank == 0};
    world.bcast(flags, 2, pair, 0);
    Checks.that(flags[0] && !flags[1] && !flags[2] && flags[3], "two pairs of booleans");
  }

  private void booleansWithGaps() throws MPIException {
    Datatype odd = Datatype.createVector(2, 1, 2, MPI.BOOLEAN);
    odd.commit();
    boolean[] flags = {rank == 0, rank > 0, rank == 0, rank > 0};
    world.bcast(flags, 1, odd, 0);
    Checks.that(flags[0] && flags[1] == rank > 0 && flags[2] && flags[3] == rank > 0, "gaps stay");
  }

  /** What lies before the slice belongs to the type. */
  private void typesBelowTheirAddress() throws MPIException {
    Datatype back = Datatype.createVector(3, 1, -2, MPI.INT);
    back.commit();
    int[] numbers = {0, 1, 2, 3, 4, 5};
    int[] got = new int[6];
    exchange(MPI.slice(numbers, 5), 1, back, got, 3, MPI.INT);
    Checks.equal(new int[] {5, 3, 1, 0, 0, 0}, got, "a vector with a negative stride");
    exchange(numbers, 3, MPI.INT, MPI.slice(got, 5), 1, back);
    Checks.equal(new int[] {5, 2, 1, 1, 0, 0}, got, "the same, received");
    Checks.refused(
        MPI.ERR_BUFFER,
        () -> world.send(MPI.slice(numbers, 3), 1, back, MPI.PROC_NULL, 0),
        "below the array");
  }

  private void negativeExtents() throws MPIException {
    Datatype down = Datatype.createResized(MPI.DOUBLE, 0, -8);
    down.commit();
    Checks.equal(-1, down.getExtent(), "extent");
    double[] numbers = {1, 2, 3};
    double[] got = new double[3];
    exchange(MPI.slice(numbers, 2), 3, down, got, 3, MPI.DOUBLE);
    Checks.equal(new double[] {3, 2, 1}, got, "from the last to the first");
    Datatype all = Datatype.createContiguous(3, down);
    all.commit();
    exchange(numbers, 3, MPI.DOUBLE, MPI.slice(got, 2), 1, all);
    Checks.equal(new double[] {3, 2, 1}, got, "the same, in one type");
  }

  private void exchange(
      Object sent, int count, Datatype type, Object received, int receivedCount, Datatype as)
      throws MPIException {
    world.sendRecv(sent, count, type, right, 0, received, receivedCount, as, left, 0);
  }

  private void readOnlyMemory() throws MPIException {
    IntBuffer heap = IntBuffer.allocate(4).asReadOnlyBuffer();
    IntBuffer direct = MPI.newIntBuffer(4).asReadOnlyBuffer();
    Datatype gaps = Datatype.createVector(2, 1, 2, MPI.INT);
    gaps.commit();
    for (IntBuffer memory : new IntBuffer[] {heap, direct}) {
      world.send(memory, 4, MPI.INT, MPI.PROC_NULL, 0);
      for (Datatype type : new Datatype[] {MPI.INT, gaps}) {
        unwritable(() -> world.recv(memory, 1, type, left, 99));
        unwritable(() -> world.bcast(memory, 1, type, right));
        unwritable(() -> world.sendRecvReplace(memory, 1, type, right, 0, left, 0));
        unwritable(() -> world.gather(new int[1], 1, MPI.INT, memory, 1, type, rank));
      }
      unwritable(() -> world.allReduce(new int[1], memory, 1, MPI.INT, MPI.SUM));
    }
    unwritable(() -> world.iRecv(direct, 1, MPI.INT, left, 99));
    MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
    unwritable(() -> new Win(direct, 4, 1, MPI.INFO_NULL, MPI.COMM_SELF));
  }

  private static void unwritable(Checks.Call call) {
    Checks.refused(MPI.ERR_BUFFER, call, "read-only memory");
  }

  private void shortArguments() throws MPIException {
    IntBuffer one = MPI.newIntBuffer(1);
    Checks.refused(
        MPI.ERR_BUFFER, () -> world.send(one, 2, MPI.INT, MPI.PROC_NULL, 0), "a short buffer");
    Datatype vector = Datatype.createVector(2, 1, 2, MPI.INT);
    vector.commit();
    Checks.refused(
        MPI.ERR_BUFFER,
        () -> world.send(new int[2], 1, vector, MPI.PROC_NULL, 0),
        "an array that ends before the vector");
    int[] counts = new int[size];
    Checks.refused(
        MPI.ERR_ARG,
        () ->
            world.allGatherv(
                new int[0], 0, MPI.INT, new int[size], counts, new int[size - 1], MPI.INT),
        "one displacement too few");
    Checks.refused(
        MPI.ERR_ARG,
        () -> Datatype.createIndexed(new int[2], new int[1], MPI.INT),
        "one displacement for two blocks");
  }

  private void groupOfOne() throws MPIException {
    Group first = world.getGroup().incl(new int[] {0});
    Intracomm alone = world.createGroup(first, 0);
    Checks.equal(rank > 0, alone.isNull(), "null on ranks that are not in the group");
  }

  private void memoryOfWindows() throws MPIException {
    IntBuffer memory = MPI.newIntBuffer(2);
    Win fixed = new Win(memory, 2, 1, MPI.INFO_NULL, world);
    fixed.setErrhandler(MPI.ERRORS_RETURN);
    Checks.refused(ERR_RMA_FLAVOR, () -> fixed.attach(memory, 1), "memory of its own");
    fixed.free();
    Win dynamic = new Win(MPI.INFO_NULL, world);
    dynamic.setErrhandler(MPI.ERRORS_RETURN);
    dynamic.attach(memory, 2);
    Checks.refused(ERR_RMA_ATTACH, () -> dynamic.attach(memory, 2), "attached before");
    dynamic.detach(memory);
    dynamic.free();
  }

  /** After an end that has failed, the file can be used again. */
  private void failedSplitCollective() throws MPIException {
    File full = new File(MPI.COMM_SELF, "/dev/full", MPI.MODE_WRONLY);
    for (int i = 0; i < 2; i++) {
      ByteBuffer direct = MPI.newByteBuffer(1);
      full.writeAllBegin(direct, 1, MPI.BYTE);
      Checks.refused(MPI.ERR_NO_SPACE, () -> full.writeAllEnd(direct), "a full device");
    }
    Checks.that(full.writeAllEnd(new byte[1]) == null, "nothing was begun");
    full.close();
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
