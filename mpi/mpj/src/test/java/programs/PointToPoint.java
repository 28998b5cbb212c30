package programs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Sends, receives and requests of primitives between neighbours of a ring. */
@SuppressWarnings("checkstyle:Regexp") // Programs of mpiJava keep their rank in statics.
public final class PointToPoint {

  private static final int MANY = 100;

  private static int rank;
  private static int size;
  private static int next;
  private static int last;

  private PointToPoint() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    next = (rank + 1) % size;
    last = (rank + size - 1) % size;
    types();
    MPI.COMM_WORLD.Barrier();
    self();
    MPI.COMM_WORLD.Barrier();
    room();
    snapshots();
    sameArray();
    replace();
    probes();
    requests();
    persistent();
    buffered();
    bothWays(next, last);
    bothWays(rank, rank);
    nulls();
    wrong();
    order();
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("point to point: right");
    }
    MPI.Finalize();
  }

  private static void exchange(Object sent, Object received, int length, mpi.Datatype type) {
    Request request = MPI.COMM_WORLD.Isend(sent, 1, length - 1, type, next, 7);
    Status status = MPI.COMM_WORLD.Recv(received, 1, length - 1, type, last, 7);
    request.Wait();
    Check.equal(last, status.source, "source");
    Check.equal(7, status.tag, "tag");
    Check.equal(length - 1, status.Get_count(type), "count");
    Check.equal(length - 1, status.Get_elements(type), "elements");
  }

  private static void types() {
    byte[] bytes = new byte[5];
    exchange(new byte[] {0, 1, 2, 3, -4}, bytes, 5, MPI.BYTE);
    Check.equal(new byte[] {0, 1, 2, 3, -4}, bytes, "bytes");
    char[] chars = new char[3];
    exchange(new char[] {0, 'x', 0xffff}, chars, 3, MPI.CHAR);
    Check.equal(new char[] {0, 'x', 0xffff}, chars, "chars");
    short[] shorts = new short[2];
    exchange(new short[] {0, -7}, shorts, 2, MPI.SHORT);
    Check.equal(new short[] {0, -7}, shorts, "shorts");
    boolean[] booleans = new boolean[3];
    exchange(new boolean[] {false, true, false}, booleans, 3, MPI.BOOLEAN);
    Check.equal(new boolean[] {false, true, false}, booleans, "booleans");
    int[] ints = new int[70_000];
    int[] sentInts = new int[70_000];
    Arrays.setAll(sentInts, i -> i == 0 ? 0 : i * 31);
    exchange(sentInts, ints, 70_000, MPI.INT);
    Check.equal(sentInts, ints, "ints");
    long[] longs = new long[2];
    exchange(new long[] {0, Long.MIN_VALUE}, longs, 2, MPI.LONG);
    Check.equal(new long[] {0, Long.MIN_VALUE}, longs, "longs");
    float[] floats = new float[2];
    exchange(new float[] {0, 1.5f}, floats, 2, MPI.FLOAT);
    Check.equal(new float[] {0, 1.5f}, floats, "floats");
    double[] doubles = new double[2];
    exchange(new double[] {0, -1e300}, doubles, 2, MPI.DOUBLE);
    Check.equal(new double[] {0, -1e300}, doubles, "doubles");
  }

  private static void self() {
    int[] received = new int[1];
    Request request = MPI.COMM_WORLD.Irecv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
    MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, rank, 3);
    Status status = request.Wait();
    Check.equal(rank, status.source, "source of a message to itself");
    Check.equal(3, status.tag, "its tag");
    MPI.COMM_SELF.Isend(new int[] {5}, 0, 1, MPI.INT, 0, 1);
    MPI.COMM_SELF.Recv(received, 0, 1, MPI.INT, 0, 1);
    Check.equal(5, received[0], "a message on COMM_SELF");
  }

  private static void room() {
    byte[] received = new byte[10];
    MPI.COMM_WORLD.Isend(new byte[] {1, 2, 3}, 0, 3, MPI.BYTE, next, 1);
    Status status = MPI.COMM_WORLD.Recv(received, 7, 1000, MPI.BYTE, last, 1);
    Check.equal(3, status.Get_count(MPI.BYTE), "count with too much room");
    Check.equal(3, (int) received[9], "the last byte");
    MPI.COMM_WORLD.Isend(new byte[] {1, 2, 3}, 0, 3, MPI.BYTE, next, 1);
    Request request = MPI.COMM_WORLD.Irecv(received, 7, 1000, MPI.BYTE, last, 1);
    Check.equal(3, request.Wait().Get_count(MPI.BYTE), "count with too much room");
    MPI.COMM_WORLD.Isend(new byte[4], 0, 4, MPI.BYTE, next, 1);
    Check.fails(
        () -> MPI.COMM_WORLD.Recv(received, 7, 1000, MPI.BYTE, last, 1), "a message too long");
    MPI.COMM_WORLD.Isend(new byte[4], 0, 4, MPI.BYTE, next, 1);
    Request tooLong = MPI.COMM_WORLD.Irecv(received, 0, 2, MPI.BYTE, last, 1);
    Check.fails(tooLong::Wait, "a message too long, at Wait");
    Check.that(tooLong.Is_null(), "a failed request is inactive");
    MPI.COMM_WORLD.Isend(new byte[0], 0, 0, MPI.BYTE, next, 1);
    Check.equal(
        0,
        MPI.COMM_WORLD.Recv(received, 10, 5, MPI.BYTE, last, 1).Get_count(MPI.BYTE),
        "an empty message");
  }

  private static void snapshots() {
    int[] data = {1};
    Request[] sends = new Request[4];
    for (int i = 0; i < 4; i++) {
      data[0] = i;
      sends[i] =
          i % 2 == 0
              ? MPI.COMM_WORLD.Isend(data, 0, 1, MPI.INT, next, i)
              : MPI.COMM_WORLD.Issend(data, 0, 1, MPI.INT, next, i);
    }
    int[] received = {-1};
    Request[] receives = new Request[4];
    for (int i = 3; i >= 0; i--) {
      receives[i] = MPI.COMM_WORLD.Irecv(received, 0, 1, MPI.INT, last, i);
    }
    Request.Waitall(sends);
    MPI.COMM_WORLD.Barrier();
    Check.equal(-1, received[0], "the array before Wait");
    for (int i : new int[] {2, 0, 3, 1}) {
      receives[i].Wait();
      Check.equal(i, received[0], "one array for several receives");
    }
  }

  private static void sameArray() {
    int[] data = {rank, -1};
    Status status =
        MPI.COMM_WORLD.Sendrecv(data, 0, 1, MPI.INT, next, 4, data, 0, 2, MPI.INT, last, 4);
    Check.equal(last, data[0], "one array in Sendrecv");
    Check.equal(1, status.Get_count(MPI.INT), "count of Sendrecv");
    data[0] = rank;
    Request send = MPI.COMM_WORLD.Issend(data, 0, 1, MPI.INT, next, 4);
    MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, last, 4);
    send.Wait();
    Check.equal(last, data[0], "a receive into the array of a send");
  }

  private static void replace() {
    double[] data = {9, rank, rank + 0.5};
    Status status = MPI.COMM_WORLD.Sendrecv_replace(data, 1, 2, MPI.DOUBLE, next, 1, last, 1);
    Check.equal(new double[] {9, last, last + 0.5}, data, "Sendrecv_replace");
    Check.equal(last, status.source, "its source");
  }

  private static void probes() {
    Check.that(MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, 1234) == null, "Iprobe of nothing");
    MPI.COMM_WORLD.Isend(new long[6], 0, 6, MPI.LONG, next, 12);
    Status status = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 12);
    Check.equal(last, status.source, "source of Probe");
    Check.equal(6, status.Get_count(MPI.LONG), "count of Probe");
    while (MPI.COMM_WORLD.Iprobe(last, MPI.ANY_TAG) == null) {
      Thread.onSpinWait();
    }
    MPI.COMM_WORLD.Recv(new long[6], 0, 6, MPI.LONG, status.source, status.tag);
  }

  private static void requests() {
    Check.equal(true, MPI.REQUEST_NULL.Is_null(), "REQUEST_NULL");
    Check.that(MPI.REQUEST_NULL.Wait() == MPI.EMPTY_STATUS, "Wait on REQUEST_NULL");
    int[][] received = new int[4][1];
    Request[] requests = new Request[6];
    requests[0] = MPI.REQUEST_NULL;
    for (int i = 0; i < 4; i++) {
      requests[1 + i] = MPI.COMM_WORLD.Irecv(received[i], 0, 1, MPI.INT, last, i);
    }
    Check.that(Request.Testall(requests) == null, "Testall before the sends");
    Check.that(Request.Testany(requests) == null, "Testany before the sends");
    Check.equal(0, Request.Testsome(requests).length, "Testsome before the sends");
    Check.that(requests[1].Test() == null, "Test before the send");
    MPI.COMM_WORLD.Barrier();
    MPI.COMM_WORLD.Send(new int[] {12}, 0, 1, MPI.INT, next, 2);
    Status any = Request.Waitany(requests);
    Check.equal(3, any.index, "index of Waitany");
    Check.equal(last, any.source, "source of Waitany");
    Check.equal(12, received[2][0], "data of Waitany");
    Check.that(requests[3].Is_null(), "inactive after Waitany");
    MPI.COMM_WORLD.Barrier();
    MPI.COMM_WORLD.Rsend(new int[] {11}, 0, 1, MPI.INT, next, 1);
    Status[] some = Request.Waitsome(requests);
    Check.equal(1, some.length, "Waitsome");
    Check.equal(2, some[0].index, "index of Waitsome");
    MPI.COMM_WORLD.Barrier();
    MPI.COMM_WORLD.Ssend(new int[] {10}, 0, 1, MPI.INT, next, 0);
    MPI.COMM_WORLD.Irsend(new int[] {13}, 0, 1, MPI.INT, next, 3).Wait();
    Status[] all = Request.Waitall(requests);
    Check.that(all[5] == null, "a null entry of Waitall");
    Check.that(all[0] == MPI.EMPTY_STATUS, "an inactive entry of Waitall");
    Check.equal(last, all[1].source, "source of Waitall");
    Check.equal(1, all[4].Get_count(MPI.INT), "count of Waitall");
    Check.that(Request.Testall(requests) != null, "Testall of inactive requests");
    Check.equal(MPI.UNDEFINED, Request.Waitany(requests).index, "Waitany of inactive requests");
    Check.equal(0, Request.Waitsome(requests).length, "Waitsome of inactive requests");
    Check.that(Request.Testany(requests) == null, "Testany of inactive requests");
    Request send = MPI.COMM_WORLD.Isend(new int[] {1}, 0, 1, MPI.INT, next, 5);
    send.Cancel();
    Check.that(!send.Wait().Test_cancelled(), "a cancelled send goes on");
    MPI.COMM_WORLD.Recv(received[0], 0, 1, MPI.INT, last, 5);
    Request tested = MPI.COMM_WORLD.Irecv(received[0], 0, 1, MPI.INT, last, 6);
    MPI.COMM_WORLD.Send(new int[] {61}, 0, 1, MPI.INT, next, 6);
    Status status = tested.Test();
    while (status == null) {
      status = tested.Test();
    }
    Check.equal(61, received[0][0], "data after Test");
    Check.equal(6, status.tag, "tag after Test");
  }

  private static void persistent() {
    MPI.Buffer_attach(ByteBuffer.allocateDirect(10));
    int[] sent = new int[3];
    int[] received = new int[3];
    Prequest[] requests = {
      MPI.COMM_WORLD.Send_init(sent, 0, 1, MPI.INT, next, 0),
      MPI.COMM_WORLD.Ssend_init(sent, 1, 1, MPI.INT, next, 1),
      MPI.COMM_WORLD.Bsend_init(sent, 2, 1, MPI.INT, next, 2),
      MPI.COMM_WORLD.Recv_init(received, 0, 1, MPI.INT, last, 0),
      MPI.COMM_WORLD.Recv_init(received, 1, 1, MPI.INT, last, 1),
      MPI.COMM_WORLD.Recv_init(received, 2, 1, MPI.INT, last, 2),
      null
    };
    Check.that(!requests[0].Is_null(), "a request before its start");
    Check.that(requests[0].Wait() == null, "Wait before Start");
    Check.that(requests[0].Test() == null, "Test before Start");
    for (int i = 0; i < 3; i++) {
      Arrays.fill(sent, i + 100 * rank);
      Prequest.Startall(requests);
      Arrays.fill(sent, -1);
      Request.Waitall(requests);
      int[] expected = new int[3];
      Arrays.fill(expected, i + 100 * last);
      Check.equal(expected, received, "persistent requests");
      Check.that(requests[0].Is_null(), "a request after Wait");
    }
    MPI.Buffer_detach();
  }

  private static void buffered() {
    MPI.Buffer_detach();
    Check.fails(
        () -> MPI.COMM_WORLD.Bsend(new int[1], 0, 1, MPI.INT, next, 0), "Bsend without a buffer");
    MPI.Buffer_attach(ByteBuffer.allocate(1));
    MPI.Buffer_detach();
    MPI.Buffer_attach(ByteBuffer.allocate(1));
    int[] data = new int[300_000];
    data[299_999] = rank;
    MPI.COMM_WORLD.Bsend(data, 0, data.length, MPI.INT, next, 0);
    MPI.COMM_WORLD.Bsend(new Object[] {data}, 0, 1, MPI.OBJECT, next, 0);
    data[299_999] = -1;
    MPI.COMM_WORLD.Recv(data, 0, data.length, MPI.INT, last, 0);
    Check.equal(last, data[299_999], "Bsend");
    Object[] objects = new Object[1];
    MPI.COMM_WORLD.Recv(objects, 0, 1, MPI.OBJECT, last, 0);
    Check.equal(last, ((int[]) objects[0])[299_999], "Bsend of an object");
    MPI.Buffer_detach();
    Check.equal(8 + 4 * 10 + 0, MPI.COMM_WORLD.Pack_size(10, MPI.INT), "Pack_size");
    Check.equal(9 + 1, MPI.COMM_WORLD.Pack_size(1, MPI.BYTE), "Pack_size of a byte");
  }

  /** All send many messages before they receive one. */
  private static void bothWays(int destination, int source) {
    for (int length : new int[] {1, 10, 1000, 10_000, 32_000}) {
      int[] data = new int[length];
      for (int i = 0; i < MANY; i++) {
        data[length - 1] = rank + i;
        MPI.COMM_WORLD.Send(data, 0, length, MPI.INT, destination, 8);
      }
      int[] received = new int[length];
      for (int i = 0; i < MANY; i++) {
        MPI.COMM_WORLD.Recv(received, 0, length, MPI.INT, source, 8);
        Check.equal(source + i, received[length - 1], "sends before receives");
      }
    }
  }

  private static void nulls() {
    int[] data = {4};
    MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
    Status status = MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
    Check.equal(0, status.Get_count(MPI.INT), "a message from PROC_NULL");
    Check.equal(MPI.PROC_NULL, status.source, "its source");
    Check.equal(4, data[0], "data of PROC_NULL");
    MPI.COMM_WORLD.Irecv(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0).Wait();
    MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0).Wait();
    MPI.COMM_WORLD.Send(new Object[1], 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0);
  }

  private static void wrong() {
    int[] data = new int[4];
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, size, 0), "a rank");
    Check.fails(() -> MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, -7, 0), "a source");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, -1, MPI.INT, 0, 0), "a count");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 5, MPI.INT, 0, 0), "too many elements");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.DOUBLE, 0, 0), "another type");
    Check.fails(() -> MPI.COMM_WORLD.Send(null, 0, 1, MPI.INT, 0, 0), "null");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 1, null, 0, 0), "no type");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.OBJECT, 0, 0), "no objects");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, 0, -1), "a tag");
    Check.fails(() -> MPI.COMM_WORLD.Send(data, 0, 1, MPI.LB, 0, 0), "a marker");
    try {
      MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, 99, 0);
      throw new AssertionError("a rank did not fail");
    } catch (mpjdev.MPJDevException e) {
      Check.that(e.getMessage().contains("99"), "the message of an exception of a superclass");
    }
  }

  private static void order() {
    int[] data = new int[1];
    for (int i = 0; i < 200; i++) {
      data[0] = i;
      MPI.COMM_WORLD.Isend(data, 0, 1, MPI.INT, next, i % 3);
    }
    for (int i = 0; i < 200; i++) {
      MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, last, MPI.ANY_TAG);
      Check.equal(i, data[0], "order");
    }
  }
}
