package programs;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Messages around a ring of any number of ranks, itself too. */
public final class PointToPoint {

  private static final int COUNT = 5;

  private final Comm world;
  private final int rank;
  private final int size;
  private final int left;
  private final int right;

  private PointToPoint(Comm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    size = world.getSize();
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    PointToPoint program = new PointToPoint(MPI.COMM_WORLD);
    program.arrays();
    program.replaced();
    program.directBuffers();
    program.derived();
    program.persistent();
    program.buffered();
    program.probes();
    program.processNull();
    program.requests();
    program.packing();
    program.refusals();
    program.cancelled();
    program.sentBeforeReceived();
    MPI.Finalize();
  }

  private void arrays() throws MPIException {
    double[] sent = {rank, rank + 0.5};
    double[] received = {-1, -1, -1};
    Status status = world.sendRecv(sent, 2, MPI.DOUBLE, right, 7, received, 3, MPI.DOUBLE, left, 7);
    Checks.equal(new double[] {left, left + 0.5, -1}, received, "only what arrives is written");
    Checks.equal(left, status.getSource(), "source");
    Checks.equal(7, status.getTag(), "tag");
    Checks.equal(2, status.getCount(MPI.DOUBLE), "count");
    Checks.equal(4, status.getCount(MPI.INT), "count of ints");
    Checks.equal(2, status.getElements(MPI.DOUBLE), "elements");
    Checks.equal(2L, status.getElementsX(MPI.DOUBLE).getCount(), "elements");
    int[] same = {rank, 0};
    world.sendRecv(same, 1, MPI.INT, right, 8, same, 2, MPI.INT, left, 8);
    Checks.equal(new int[] {left, 0}, same, "one array for both sides");
    if (size > 1) {
      int[] one = {rank};
      if (rank == 0) {
        world.send(one, 1, MPI.INT, 1, 1);
        world.sSend(one, 1, MPI.INT, 1, 2);
        world.recv(one, 1, MPI.INT, MPI.ANY_SOURCE, 55);
        Checks.equal(1, one[0], "received");
      } else if (rank == 1) {
        int[] other = new int[1];
        world.recv(other, 1, MPI.INT, 0, 1);
        world.recv(other, 1, MPI.INT, 0, 2);
        Checks.equal(0, other[0], "received");
        world.rSend(one, 1, MPI.INT, 0, 55);
      }
    }
    heapBuffers();
  }

  private void heapBuffers() throws MPIException {
    int[] array = {10, 20, rank, rank + 1, 50};
    IntBuffer slice = MPI.slice(array, 2);
    int[] into = new int[4];
    world.sendRecv(slice, 2, MPI.INT, right, 1, MPI.slice(into, 1), 2, MPI.INT, left, 1);
    Checks.equal(new int[] {0, left, left + 1, 0}, into, "slices of arrays");
  }

  /** All ranks send first and receive then, as many programs do with short messages. */
  private void sentBeforeReceived() throws MPIException {
    for (int length : new int[] {1, 25, 1000, 2000}) {
      int[] sent = new int[length];
      IntBuffer direct = MPI.newIntBuffer(length);
      for (int i = 0; i < 300; i++) {
        sent[length - 1] = i;
        direct.put(length - 1, i);
        world.send(sent, length, MPI.INT, right, 1);
        world.send(direct, length, MPI.INT, right, 2);
      }
      int[] received = new int[length];
      for (int i = 0; i < 300; i++) {
        for (int tag = 1; tag <= 2; tag++) {
          world.recv(received, length, MPI.INT, left, tag);
          Checks.equal(i, received[length - 1], "message of " + length + " numbers");
        }
      }
    }
  }

  private void replaced() throws MPIException {
    long[] values = {rank, 100L + rank};
    Status status = world.sendRecvReplace(values, 2, MPI.LONG, right, 3, left, 3);
    Checks.equal((long) left, values[0], "replaced");
    Checks.equal(100L + left, values[1], "replaced");
    Checks.equal(2, status.getCount(MPI.LONG), "count");
  }

  private void directBuffers() throws MPIException {
    IntBuffer out = MPI.newIntBuffer(COUNT);
    IntBuffer in = MPI.newIntBuffer(COUNT);
    for (int i = 0; i < COUNT; i++) {
      out.put(i, 10 * rank + i);
    }
    out.position(3);
    Request receive = world.iRecv(in, COUNT, MPI.INT, left, 0);
    Request send = world.iSend(out, COUNT, MPI.INT, right, 0);
    Status status = receive.waitStatus();
    send.waitFor();
    Checks.that(receive.isNull() && send.isNull(), "ended requests are null");
    Checks.equal(COUNT, status.getCount(MPI.INT), "count");
    for (int i = 0; i < COUNT; i++) {
      Checks.equal(10 * left + i, in.get(i), "value " + i);
    }
    Checks.equal(3, out.position(), "position");
    receive = world.iRecv(in, COUNT, MPI.INT, left, 0);
    send = world.isSend(out, 2, MPI.INT, right, 0);
    while (!receive.test()) {
      Thread.onSpinWait();
    }
    while (send.testStatus() == null) {
      Thread.onSpinWait();
    }
    try {
      world.iSend(IntBuffer.allocate(1), 1, MPI.INT, MPI.PROC_NULL, 0);
      throw new AssertionError("a heap buffer was not refused");
    } catch (IllegalArgumentException e) {
      Checks.equal("The buffer must be direct.", e.getMessage(), "message");
    }
  }

  private void derived() throws MPIException {
    Datatype column = Datatype.createVector(3, 1, 4, MPI.INT);
    column.commit();
    int[] matrix = new int[12];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = 100 * rank + i;
    }
    int[] received = new int[12];
    world.sendRecv(matrix, 1, column, right, 4, received, 1, column, left, 4);
    int[] expected = new int[12];
    for (int i = 0; i < 3; i++) {
      expected[4 * i] = 100 * left + 4 * i;
    }
    Checks.equal(expected, received, "a column");
    DoubleBuffer pairs = MPI.newDoubleBuffer(4);
    ByteBuffer raw = MPI.newByteBuffer(32);
    pairs.put(0, rank);
    Request receive = world.iRecv(raw, 4, MPI.DOUBLE, left, 5);
    world.send(pairs, 4, MPI.DOUBLE, right, 5);
    receive.waitFor();
    Checks.equal((double) left, raw.getDouble(0), "bytes of a double");
    column.free();
  }

  private void persistent() throws MPIException {
    IntBuffer out = MPI.newIntBuffer(1);
    IntBuffer in = MPI.newIntBuffer(1);
    Prequest[] requests = {
      world.recvInit(in, 1, MPI.INT, left, 6), world.sendInit(out, 1, MPI.INT, right, 6)
    };
    for (int round = 0; round < 4; round++) {
      out.put(0, rank * 10 + round);
      Prequest.startAll(requests);
      Status[] statuses = Request.waitAllStatus(requests);
      Checks.equal(left, statuses[0].getSource(), "source");
      Checks.equal(left * 10 + round, in.get(0), "round " + round);
      Checks.that(!requests[0].isNull(), "a persistent request stays");
      Checks.that(requests[0].test(), "an inactive request is over");
      Checks.equal(-1, requests[0].waitStatus().getSource(), "status of an inactive request");
    }
    for (Prequest request : requests) {
      request.free();
      Checks.that(request.isNull(), "a freed request is null");
    }
    Prequest sending = world.sSendInit(out, 1, MPI.INT, right, 6);
    Prequest receiving = world.recvInit(in, 1, MPI.INT, MPI.ANY_SOURCE, 6);
    receiving.start();
    sending.start();
    receiving.waitFor();
    sending.waitFor();
    sending.free();
    receiving.free();
  }

  private void buffered() throws MPIException {
    MPI.attachBuffer(new byte[10_000]);
    int[] value = {rank};
    world.bSend(value, 1, MPI.INT, right, 9);
    value[0] = -1;
    int[] into = new int[1];
    world.recv(into, 1, MPI.INT, left, 9);
    Checks.equal(left, into[0], "a buffered send copies");
    IntBuffer direct = MPI.newIntBuffer(1);
    direct.put(0, rank);
    Request request = world.ibSend(direct, 1, MPI.INT, right, 9);
    request.waitFor();
    world.recv(into, 1, MPI.INT, left, 9);
    Checks.equal(left, into[0], "a buffered send");
    Prequest again = world.bSendInit(direct, 1, MPI.INT, right, 9);
    for (int i = 0; i < 3; i++) {
      direct.put(0, rank + i);
      again.start();
      again.waitFor();
      world.recv(into, 1, MPI.INT, left, 9);
      Checks.equal(left + i, into[0], "a persistent buffered send");
    }
    again.free();
    Checks.equal(10_000, MPI.detachBuffer().length, "detached");
  }

  private void probes() throws MPIException {
    Checks.that(world.iProbe(left, 99) == null, "nothing to find");
    IntBuffer out = MPI.newIntBuffer(3);
    Request send = world.iSend(out, 3, MPI.INT, right, 11);
    Status status = world.probe(MPI.ANY_SOURCE, 11);
    Checks.equal(3, status.getCount(MPI.INT), "probed count");
    int[] into = new int[status.getCount(MPI.INT)];
    world.recv(into, into.length, MPI.INT, status.getSource(), status.getTag());
    send.waitFor();
    send = world.iSend(out, 2, MPI.INT, right, 12);
    Message message = new Message();
    Checks.that(message.isNull(), "a new message is null");
    Checks.equal(left, message.mProbe(left, 12, world).getSource(), "source");
    Checks.that(!message.isNull() && !message.isNoProc(), "a message");
    Checks.equal(2, message.mRecv(into, 3, MPI.INT).getCount(MPI.INT), "count");
    Checks.that(message.isNull(), "a received message is null");
    send.waitFor();
    send = world.iSend(out, 2, MPI.INT, right, 13);
    Status found = null;
    while (found == null) {
      found = message.imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, world);
    }
    Checks.equal(13, message.imRecv(out, 3, MPI.INT).waitStatus().getTag(), "tag");
    send.waitFor();
    message.mProbe(MPI.PROC_NULL, 0, world);
    Checks.that(message.isNoProc(), "no process");
    Checks.equal(MPI.PROC_NULL, message.mRecv(into, 1, MPI.INT).getSource(), "no process");
  }

  private void processNull() throws MPIException {
    int[] value = {42};
    world.send(value, 1, MPI.INT, MPI.PROC_NULL, 0);
    Status status = world.recv(value, 1, MPI.INT, MPI.PROC_NULL, 0);
    Checks.equal(MPI.PROC_NULL, status.getSource(), "source");
    Checks.equal(MPI.ANY_TAG, status.getTag(), "tag");
    Checks.equal(0, status.getCount(MPI.INT), "count");
    Checks.equal(42, value[0], "untouched");
    Request request = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, 0);
    Checks.that(!request.isNull(), "a live request");
    Checks.equal(MPI.PROC_NULL, request.waitStatus().getSource(), "source");
    world.send(null, 0, MPI.INT, MPI.PROC_NULL, 0);
  }

  private void requests() throws MPIException {
    IntBuffer[] in = new IntBuffer[4];
    IntBuffer out = MPI.newIntBuffer(1);
    out.put(0, rank);
    Request[] receives = new Request[4];
    for (int i = 0; i < 4; i++) {
      in[i] = MPI.newIntBuffer(1);
      receives[i] = world.iRecv(in[i], 1, MPI.INT, left, 20 + i);
    }
    Checks.equal(MPI.UNDEFINED, Request.testAny(receives), "none is over");
    Checks.that(Request.testAnyStatus(receives) == null, "none is over");
    Checks.equal(0, Request.testSome(receives).length, "none is over");
    Checks.that(!Request.testAll(receives), "not all are over");
    world.barrier();
    world.send(out, 1, MPI.INT, right, 22);
    Status status = Request.waitAnyStatus(receives);
    Checks.equal(2, status.getIndex(), "index");
    Checks.equal(22, status.getTag(), "tag");
    world.barrier();
    world.send(out, 1, MPI.INT, right, 20);
    Checks.equal(0, Request.waitAny(receives), "index");
    world.barrier();
    world.send(out, 1, MPI.INT, right, 21);
    Status[] some = Request.waitSomeStatus(receives);
    Checks.equal(1, some.length, "some");
    Checks.equal(1, some[0].getIndex(), "index of some");
    world.barrier();
    world.send(out, 1, MPI.INT, right, 23);
    Status early = receives[3].getStatus();
    while (early == null) {
      early = receives[3].getStatus();
    }
    Checks.equal(23, early.getTag(), "tag of a request that stays");
    Checks.that(!receives[3].isNull(), "getStatus leaves the request");
    Status[] all = Request.waitAllStatus(receives);
    Checks.equal(-1, all[0].getSource(), "empty status");
    Checks.equal(left, all[3].getSource(), "status");
    Checks.that(Request.testAll(receives), "all are over");
    Checks.equal(MPI.UNDEFINED, Request.waitAny(receives), "none is active");
    Checks.equal(MPI.UNDEFINED, Request.waitAnyStatus(receives).getIndex(), "none is active");
    Checks.that(Request.waitSome(receives) == null, "none is active");
    Checks.that(Request.testSomeStatus(receives) == null, "none is active");
    Checks.refused(MPI.ERR_REQUEST, () -> Request.waitAll(new Request[] {null}), "a null element");
    receives[0].free();
    Checks.refused(MPI.ERR_REQUEST, receives[0]::cancel, "cancel of a null request");
  }

  private void packing() throws MPIException {
    byte[] packed = new byte[100];
    int position = world.pack(new int[] {rank, 5}, 2, MPI.INT, packed, 0);
    position = world.pack(new double[] {1.5}, 1, MPI.DOUBLE, packed, position);
    Checks.equal(16, position, "position");
    Checks.equal(16, world.packSize(2, MPI.DOUBLE), "pack size");
    byte[] received = new byte[100];
    world.sendRecv(packed, position, MPI.PACKED, right, 30, received, 100, MPI.PACKED, left, 30);
    int[] ints = new int[2];
    double[] doubles = new double[1];
    int next = world.unpack(received, 0, ints, 2, MPI.INT);
    Checks.equal(16, world.unpack(received, next, doubles, 1, MPI.DOUBLE), "position");
    Checks.equal(new int[] {left, 5}, ints, "unpacked");
    Checks.equal(1.5, doubles[0], "unpacked");
    Checks.refused(MPI.ERR_TRUNCATE, () -> world.pack(ints, 2, MPI.INT, packed, 96), "no room");
  }

  private void refusals() throws MPIException {
    int[] value = new int[1];
    Checks.refused(MPI.ERR_COUNT, () -> world.send(value, -1, MPI.INT, right, 0), "count");
    Checks.refused(MPI.ERR_RANK, () -> world.send(value, 1, MPI.INT, size, 0), "rank");
    Checks.refused(MPI.ERR_RANK, () -> world.recv(value, 1, MPI.INT, -3, 0), "source");
    Checks.refused(MPI.ERR_TAG, () -> world.send(value, 1, MPI.INT, right, -1), "tag");
    Checks.refused(MPI.ERR_BUFFER, () -> world.send(null, 1, MPI.INT, right, 0), "buffer");
    Datatype type = Datatype.createContiguous(2, MPI.INT);
    Checks.refused(MPI.ERR_TYPE, () -> world.send(value, 0, type, right, 0), "uncommitted");
    Checks.refused(
        MPI.ERR_TYPE, () -> world.send(value, 0, MPI.DATATYPE_NULL, right, 0), "null type");
    IntBuffer two = MPI.newIntBuffer(2);
    Request send = world.iSend(two, 2, MPI.INT, right, 40);
    Checks.refused(MPI.ERR_TRUNCATE, () -> world.recv(value, 1, MPI.INT, left, 40), "truncated");
    send.waitFor();
  }

  private void cancelled() throws MPIException {
    Request receive = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, left, 77);
    receive.cancel();
    Checks.that(receive.waitStatus().isCancelled(), "cancelled");
    Request send = world.iSend(MPI.newIntBuffer(1), 1, MPI.INT, right, 78);
    send.cancel();
    world.recv(new int[1], 1, MPI.INT, left, 78);
    Checks.that(!send.waitStatus().isCancelled(), "sends are not cancelled");
  }
}
