package programs.chapter;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import programs.Checks;

/** Requests of all kinds: persistent, null, cancelled, in arrays; and matched probes. */
public final class Requests {

  private static Intracomm world;
  private static int rank;
  private static int size;
  private static int right;
  private static int left;

  private Requests() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          right = (rank + 1) % size;
          left = (rank + size - 1) % size;
          Chapter.section("persistent", Requests::persistent);
          Chapter.section("inactive", Requests::inactive);
          Chapter.section("nulls", Requests::nulls);
          Chapter.section("cancelled", Requests::cancelled);
          Chapter.section("some", Requests::some);
          Chapter.section("any", Requests::any);
          Chapter.section("all", Requests::all);
          Chapter.section("peeking", Requests::peeking);
          Chapter.section("matched", Requests::matched);
          Chapter.section("no process", Requests::noProcess);
          Chapter.section("freed", Requests::freed);
          Chapter.section("modes", Requests::modes);
          Chapter.section("refusals", Requests::refusals);
        });
  }

  private static IntBuffer direct(int... values) {
    IntBuffer buffer = MPI.newIntBuffer(values.length);
    buffer.put(values);
    return buffer;
  }

  private static void isEmpty(Status status) throws MPIException {
    Checks.equal(MPI.ANY_SOURCE, status.getSource(), "source");
    Checks.equal(MPI.ANY_TAG, status.getTag(), "tag");
    Checks.equal(0, status.getCount(MPI.INT), "count");
    Checks.that(!status.isCancelled(), "not cancelled");
    Checks.equal(0, status.getError(), "error");
  }

  private static void persistent() throws MPIException {
    IntBuffer out = direct(0, 0);
    IntBuffer in = direct(0, 0, 0);
    Prequest send = world.sendInit(out, 2, MPI.INT, right, 1);
    Prequest receive = world.recvInit(in, 3, MPI.INT, left, MPI.ANY_TAG);
    Checks.that(!send.isNull() && !receive.isNull(), "not null");
    for (int i = 0; i < 5; i++) {
      out.put(0, 10 * rank + i);
      receive.start();
      send.start();
      Status status = receive.waitStatus();
      Checks.equal(left, status.getSource(), "source");
      Checks.equal(1, status.getTag(), "tag");
      Checks.equal(2, status.getCount(MPI.INT), "count");
      Checks.equal(10 * left + i, in.get(0), "data");
      send.waitFor();
      Checks.that(!send.isNull() && !receive.isNull(), "inactive, not null");
    }
    Prequest[] both = {receive, send};
    Prequest.startAll(both);
    Status[] statuses = Request.waitAllStatus(both);
    Checks.equal(left, statuses[0].getSource(), "source");
    Checks.that(Request.testAll(both), "nothing is active");
    send.free();
    receive.free();
    Checks.that(send.isNull() && receive.isNull(), "null");
    Chapter.refused(MPI.ERR_REQUEST, "start", send::start);
  }

  private static void inactive() throws MPIException {
    Prequest receive = world.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, left, 2);
    Checks.that(receive.test(), "inactive");
    isEmpty(receive.testStatus());
    isEmpty(receive.waitStatus());
    isEmpty(receive.getStatus());
    Request[] requests = {receive};
    Checks.equal(MPI.UNDEFINED, Request.waitAny(requests), "waitAny");
    Checks.that(Request.waitSome(requests) == null, "waitSome");
    receive.start();
    Checks.that(receive.getStatus() == null, "active");
    world.barrier();
    world.send(new int[] {1}, 1, MPI.INT, right, 2);
    receive.waitFor();
    Checks.equal(MPI.UNDEFINED, Request.testAny(requests), "testAny");
    receive.free();
  }

  private static void nulls() throws MPIException {
    Request nothing = MPI.REQUEST_NULL;
    Checks.that(nothing.isNull(), "null");
    nothing.free();
    nothing.waitFor();
    Checks.that(nothing.test(), "test");
    isEmpty(nothing.waitStatus());
    isEmpty(nothing.getStatus());
    Request[] requests = {nothing, nothing};
    Request.waitAll(requests);
    Status[] statuses = Request.waitAllStatus(requests);
    isEmpty(statuses[1]);
    Checks.equal(2, Request.testAllStatus(requests).length, "statuses");
    Checks.equal(MPI.UNDEFINED, Request.waitAny(requests), "waitAny");
    Checks.equal(MPI.UNDEFINED, Request.waitAnyStatus(requests).getIndex(), "waitAnyStatus");
    Checks.equal(MPI.UNDEFINED, Request.testAny(requests), "testAny");
    Checks.equal(MPI.UNDEFINED, Request.testAnyStatus(requests).getIndex(), "testAnyStatus");
    Checks.that(Request.waitSome(requests) == null, "waitSome");
    Checks.that(Request.waitSomeStatus(requests) == null, "waitSomeStatus");
    Checks.that(Request.testSome(requests) == null, "testSome");
    Checks.that(Request.testSomeStatus(requests) == null, "testSomeStatus");
    Request.waitAll(new Request[0]);
    Checks.that(Request.testAll(new Request[0]), "none at all");
    Checks.equal(MPI.UNDEFINED, Request.waitAny(new Request[0]), "none at all");
    Checks.that(Request.waitSome(new Request[0]) == null, "none at all");
  }

  private static void cancelled() throws MPIException {
    IntBuffer in = direct(-5);
    Request receive = world.iRecv(in, 1, MPI.INT, left, 31);
    receive.cancel();
    Status status = receive.waitStatus();
    Checks.that(status.isCancelled(), "cancelled");
    Checks.that(receive.isNull(), "null");
    Checks.equal(-5, in.get(0), "untouched");
    Prequest again = world.recvInit(in, 1, MPI.INT, left, 31);
    again.start();
    again.cancel();
    Checks.that(again.waitStatus().isCancelled(), "cancelled");
    world.barrier();
    again.start();
    world.send(new int[] {rank}, 1, MPI.INT, right, 31);
    Checks.that(!again.waitStatus().isCancelled(), "not cancelled");
    Checks.equal(left, in.get(0), "received");
    again.free();
    IntBuffer out = direct(8);
    Request matched = world.iRecv(in, 1, MPI.INT, rank, 32);
    Request send = world.iSend(out, 1, MPI.INT, rank, 32);
    send.waitFor();
    while (matched.getStatus() == null) {
      Thread.onSpinWait();
    }
    matched.cancel();
    Checks.that(!matched.waitStatus().isCancelled(), "too late");
    Checks.equal(8, in.get(0), "received");
  }

  private static void some() throws MPIException {
    int count = 6;
    Request[] requests = new Request[count + 1];
    IntBuffer[] buffers = new IntBuffer[count];
    requests[count] = MPI.REQUEST_NULL;
    for (int i = 0; i < count; i++) {
      buffers[i] = MPI.newIntBuffer(1);
      requests[i] = world.iRecv(buffers[i], 1, MPI.INT, left, i);
    }
    Checks.equal(0, Request.testSome(requests).length, "none is over");
    Checks.equal(0, Request.testSomeStatus(requests).length, "none is over");
    Checks.that(Request.testAnyStatus(requests) == null, "none is over");
    Checks.equal(MPI.UNDEFINED, Request.testAny(requests), "none is over");
    Checks.that(!Request.testAll(requests), "none is over");
    Checks.that(Request.testAllStatus(requests) == null, "none is over");
    world.barrier();
    world.send(new int[] {3}, 1, MPI.INT, right, 3);
    int[] first = Request.waitSome(requests);
    Checks.equal(new int[] {3}, first, "waitSome");
    Checks.that(requests[3].isNull() && !requests[0].isNull(), "the one that is over");
    world.barrier();
    world.send(new int[] {5}, 1, MPI.INT, right, 5);
    Status[] second = Request.waitSomeStatus(requests);
    Checks.equal(1, second.length, "waitSomeStatus");
    Checks.equal(5, second[0].getIndex(), "index");
    Checks.equal(5, second[0].getTag(), "tag");
    world.barrier();
    for (int tag : new int[] {0, 1, 2, 4}) {
      world.send(new int[] {tag}, 1, MPI.INT, right, tag);
    }
    int open = 4;
    while (open > 0) {
      Status[] more = Request.testSomeStatus(requests);
      for (Status status : more) {
        Checks.equal(status.getIndex(), status.getTag(), "index");
        Checks.equal(status.getTag(), buffers[status.getIndex()].get(0), "data");
      }
      open -= more.length;
    }
    Checks.that(Request.testSome(requests) == null, "all are over");
  }

  private static void any() throws MPIException {
    Request[] requests = new Request[4];
    IntBuffer in = MPI.newIntBuffer(4);
    Arrays.fill(requests, MPI.REQUEST_NULL);
    requests[1] = world.iRecv(MPI.slice(in, 1), 1, MPI.INT, left, 1);
    requests[3] = world.iRecv(MPI.slice(in, 3), 1, MPI.INT, left, 3);
    world.send(new int[] {33}, 1, MPI.INT, right, 3);
    Status status = Request.waitAnyStatus(requests);
    Checks.equal(3, status.getIndex(), "index");
    Checks.equal(3, status.getTag(), "tag");
    Checks.equal(left, status.getSource(), "source");
    world.barrier();
    world.send(new int[] {11}, 1, MPI.INT, right, 1);
    status = null;
    while (status == null) {
      status = Request.testAnyStatus(requests);
    }
    Checks.equal(1, status.getIndex(), "index");
    Checks.equal(11, in.get(1), "data");
    Checks.equal(33, in.get(3), "data");
    Checks.equal(MPI.UNDEFINED, Request.testAnyStatus(requests).getIndex(), "all are over");
  }

  private static void all() throws MPIException {
    IntBuffer in = MPI.newIntBuffer(3);
    Request[] requests = {
      world.iRecv(in, 3, MPI.INT, left, 0),
      MPI.REQUEST_NULL,
      world.iSend(direct(1, 2), 2, MPI.INT, right, 0)
    };
    Status[] statuses = null;
    while (statuses == null) {
      statuses = Request.testAllStatus(requests);
    }
    Checks.equal(3, statuses.length, "statuses");
    Checks.equal(2, statuses[0].getCount(MPI.INT), "count");
    isEmpty(statuses[1]);
    for (Request request : requests) {
      Checks.that(request.isNull(), "over");
    }
  }

  private static void peeking() throws MPIException {
    IntBuffer in = MPI.newIntBuffer(1);
    Request receive = world.iRecv(in, 1, MPI.INT, left, 8);
    world.send(new int[] {rank}, 1, MPI.INT, right, 8);
    Status status = null;
    while (status == null) {
      status = receive.getStatus();
    }
    Checks.equal(left, status.getSource(), "source");
    Checks.that(!receive.isNull(), "still there");
    status = receive.testStatus();
    Checks.equal(8, status.getTag(), "tag");
    Checks.that(receive.isNull(), "over");
    isEmpty(receive.testStatus());
  }

  private static void matched() throws MPIException {
    Message message = new Message();
    Checks.that(message.isNull() && !message.isNoProc(), "null");
    Checks.that(message.imProbe(left, 40, world) == null, "none is there");
    Checks.that(message.isNull(), "still null");
    world.barrier();
    Request first = world.iSend(direct(1, 2, 3), 3, MPI.INT, right, 40);
    Request second = world.iSend(direct(4), 1, MPI.INT, right, 40);
    Status status = message.mProbe(left, 40, world);
    Checks.equal(3, status.getCount(MPI.INT), "count");
    Checks.that(!message.isNull(), "a message");
    int[] later = new int[1];
    world.recv(later, 1, MPI.INT, left, 40);
    Checks.equal(4, later[0], "the second message is received first");
    int[] data = new int[3];
    status = message.mRecv(data, 3, MPI.INT);
    Checks.equal(new int[] {1, 2, 3}, data, "the first message");
    Checks.equal(left, status.getSource(), "source");
    Checks.that(message.isNull(), "null again");
    first.waitFor();
    second.waitFor();
    Request third = world.iSend(direct(9), 1, MPI.INT, right, 41);
    while (message.imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, world) == null) {
      Thread.onSpinWait();
    }
    IntBuffer in = MPI.newIntBuffer(1);
    status = message.imRecv(in, 1, MPI.INT).waitStatus();
    Checks.equal(41, status.getTag(), "tag");
    Checks.equal(9, in.get(0), "data");
    third.waitFor();
  }

  private static void isOfNone(Status status) throws MPIException {
    Checks.equal(MPI.PROC_NULL, status.getSource(), "source");
    Checks.equal(MPI.ANY_TAG, status.getTag(), "tag");
    Checks.equal(0, status.getCount(MPI.INT), "count");
  }

  private static void noProcess() throws MPIException {
    isOfNone(world.recv(new int[1], 1, MPI.INT, MPI.PROC_NULL, 3));
    isOfNone(world.probe(MPI.PROC_NULL, 3));
    isOfNone(world.iProbe(MPI.PROC_NULL, 3));
    Request receive = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, 3);
    Checks.that(!receive.isNull(), "alive");
    isOfNone(receive.waitStatus());
    world.iSend(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, 3).waitFor();
    isOfNone(
        world.sendRecv(
            new int[1], 1, MPI.INT, MPI.PROC_NULL, 0, new int[1], 1, MPI.INT, MPI.PROC_NULL, 0));
    isOfNone(world.sendRecvReplace(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0, MPI.PROC_NULL, 0));
    Message message = new Message();
    isOfNone(message.mProbe(MPI.PROC_NULL, 3, world));
    Checks.that(message.isNoProc(), "no process");
    isOfNone(message.mRecv(new int[1], 1, MPI.INT));
    Prequest persistent = world.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, MPI.PROC_NULL, 3);
    persistent.start();
    isOfNone(persistent.waitStatus());
    persistent.free();
  }

  private static void freed() throws MPIException {
    Request send = world.iSend(direct(rank), 1, MPI.INT, right, 51);
    send.free();
    Checks.that(send.isNull(), "freed");
    int[] in = new int[1];
    world.recv(in, 1, MPI.INT, left, 51);
    Checks.equal(left, in[0], "the send went on");
  }

  private static void modes() throws MPIException {
    int[] in = new int[1];
    Request synchronous = world.isSend(direct(1), 1, MPI.INT, right, 61);
    world.recv(in, 1, MPI.INT, left, 61);
    synchronous.waitFor();
    Request receive = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, left, 62);
    world.barrier();
    world.irSend(direct(1), 1, MPI.INT, right, 62).waitFor();
    receive.waitFor();
    receive = world.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, left, 63);
    world.barrier();
    world.rSend(new int[] {1}, 1, MPI.INT, right, 63);
    receive.waitFor();
    byte[] room = new byte[3 * (4 + MPI.BSEND_OVERHEAD)];
    MPI.attachBuffer(room);
    world.bSend(new int[] {1}, 1, MPI.INT, right, 64);
    world.ibSend(direct(2), 1, MPI.INT, right, 64).waitFor();
    Prequest buffered = world.bSendInit(direct(3), 1, MPI.INT, right, 64);
    buffered.start();
    buffered.waitFor();
    for (int i = 1; i <= 3; i++) {
      world.recv(in, 1, MPI.INT, left, 64);
      Checks.equal(i, in[0], "in order");
    }
    buffered.free();
    Checks.that(MPI.detachBuffer() == room, "the same array");
    Prequest ready = world.rSendInit(direct(5), 1, MPI.INT, right, 65);
    Prequest wanted = world.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, left, 65);
    wanted.start();
    world.barrier();
    ready.start();
    ready.waitFor();
    wanted.waitFor();
    ready.free();
    wanted.free();
  }

  private static void refusals() throws MPIException {
    Chapter.refused(MPI.ERR_REQUEST, "cancel", () -> MPI.REQUEST_NULL.cancel());
    Chapter.refused(MPI.ERR_REQUEST, "null entry", () -> Request.waitAll(new Request[1]));
    Chapter.refused(MPI.ERR_REQUEST, "null entry", () -> Request.testAny(new Request[1]));
    Chapter.refused(
        MPI.ERR_REQUEST, "null message", () -> new Message().mRecv(new int[1], 1, MPI.INT));
    Chapter.refused(MPI.ERR_BUFFER, "no room", () -> world.bSend(new int[1], 1, MPI.INT, rank, 0));
  }
}
