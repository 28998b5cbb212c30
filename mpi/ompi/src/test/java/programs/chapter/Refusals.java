package programs.chapter;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Checks;

/** Wrong arguments: the class of error of each, and a communicator that works afterwards. */
public final class Refusals {

  private static Intracomm world;
  private static int rank;
  private static int size;

  private Refusals() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          Chapter.section("messages", Refusals::messages);
          Chapter.section("truncated", Refusals::truncated);
          Chapter.section("collectives", Refusals::collectives);
          Chapter.section("communicators", Refusals::communicators);
          Chapter.section("groups", Refusals::groups);
          Chapter.section("keys", Refusals::keys);
          Chapter.section("infos", Refusals::infos);
          Chapter.section("exceptions", Refusals::exceptions);
          Chapter.section("buffers", Refusals::buffers);
          Chapter.section("afterwards", Refusals::afterwards);
        });
  }

  private static void messages() {
    int[] one = new int[1];
    IntBuffer direct = MPI.newIntBuffer(1);
    Chapter.refused(MPI.ERR_COUNT, "send", () -> world.send(one, -1, MPI.INT, 0, 0));
    Chapter.refused(MPI.ERR_RANK, "send", () -> world.send(one, 1, MPI.INT, size, 0));
    Chapter.refused(MPI.ERR_RANK, "send", () -> world.send(one, 1, MPI.INT, MPI.ANY_SOURCE, 0));
    Chapter.refused(MPI.ERR_TAG, "send", () -> world.send(one, 1, MPI.INT, 0, -1));
    Chapter.refused(MPI.ERR_TAG, "send", () -> world.send(one, 1, MPI.INT, 0, MPI.ANY_TAG));
    Chapter.refused(MPI.ERR_TYPE, "send", () -> world.send(one, 1, MPI.DATATYPE_NULL, 0, 0));
    Chapter.refused(MPI.ERR_BUFFER, "send", () -> world.send(null, 1, MPI.INT, 0, 0));
    Chapter.refused(MPI.ERR_COUNT, "recv", () -> world.recv(one, -1, MPI.INT, 0, 0));
    Chapter.refused(MPI.ERR_RANK, "recv", () -> world.recv(one, 1, MPI.INT, -7, 0));
    Chapter.refused(MPI.ERR_TAG, "recv", () -> world.recv(one, 1, MPI.INT, 0, -2));
    Chapter.refused(MPI.ERR_BUFFER, "recv", () -> world.recv(null, 1, MPI.INT, 0, 0));
    Chapter.refused(MPI.ERR_RANK, "probe", () -> world.probe(size, 0));
    Chapter.refused(MPI.ERR_TAG, "iProbe", () -> world.iProbe(0, -9));
    Chapter.refused(MPI.ERR_COUNT, "iSend", () -> world.iSend(direct, -1, MPI.INT, 0, 0));
    Chapter.refused(MPI.ERR_RANK, "iSend", () -> world.iSend(direct, 1, MPI.INT, -5, 0));
    Chapter.refused(MPI.ERR_TAG, "isSend", () -> world.isSend(direct, 1, MPI.INT, 0, -5));
    Chapter.refused(MPI.ERR_RANK, "iRecv", () -> world.iRecv(direct, 1, MPI.INT, size + 3, 0));
    Chapter.refused(MPI.ERR_TYPE, "iRecv", () -> world.iRecv(direct, 1, MPI.DATATYPE_NULL, 0, 0));
    Chapter.refused(MPI.ERR_RANK, "sendInit", () -> world.sendInit(direct, 1, MPI.INT, -5, 0));
    Chapter.refused(MPI.ERR_TAG, "recvInit", () -> world.recvInit(direct, 1, MPI.INT, 0, -5));
    Chapter.refused(
        MPI.ERR_RANK,
        "sendRecv",
        () -> world.sendRecv(one, 1, MPI.INT, size, 0, one, 1, MPI.INT, 0, 0));
    Chapter.refused(
        MPI.ERR_TAG, "sendRecvReplace", () -> world.sendRecvReplace(one, 1, MPI.INT, 0, -3, 0, 0));
  }

  private static void truncated() throws MPIException {
    int right = (rank + 1) % size;
    int left = (rank + size - 1) % size;
    IntBuffer ten = MPI.newIntBuffer(10);
    Request send = world.iSend(ten, 10, MPI.INT, right, 4);
    Chapter.refused(MPI.ERR_TRUNCATE, "recv", () -> world.recv(new int[2], 2, MPI.INT, left, 4));
    send.waitFor();
    send = world.iSend(ten, 10, MPI.INT, right, 5);
    IntBuffer two = MPI.newIntBuffer(2);
    Request receive = world.iRecv(two, 2, MPI.INT, left, 5);
    Chapter.refused(MPI.ERR_TRUNCATE, "waitStatus", receive::waitStatus);
    send.waitFor();
    world.barrier();
  }

  private static void collectives() {
    int[] one = new int[1];
    int[] all = new int[size];
    Chapter.refused(MPI.ERR_ROOT, "bcast", () -> world.bcast(one, 1, MPI.INT, size));
    Chapter.refused(MPI.ERR_ROOT, "bcast", () -> world.bcast(one, 1, MPI.INT, -1));
    Chapter.refused(MPI.ERR_COUNT, "bcast", () -> world.bcast(one, -1, MPI.INT, 0));
    Chapter.refused(MPI.ERR_TYPE, "bcast", () -> world.bcast(one, 1, MPI.DATATYPE_NULL, 0));
    Chapter.refused(
        MPI.ERR_ROOT, "gather", () -> world.gather(one, 1, MPI.INT, all, 1, MPI.INT, size));
    Chapter.refused(
        MPI.ERR_ROOT, "scatter", () -> world.scatter(all, 1, MPI.INT, one, 1, MPI.INT, -3));
    Chapter.refused(
        MPI.ERR_COUNT, "allGather", () -> world.allGather(one, -1, MPI.INT, all, 1, MPI.INT));
    Chapter.refused(
        MPI.ERR_COUNT, "allToAll", () -> world.allToAll(all, 1, MPI.INT, all, -1, MPI.INT));
    Chapter.refused(MPI.ERR_COUNT, "allReduce", () -> world.allReduce(one, -1, MPI.INT, MPI.SUM));
    Chapter.refused(
        MPI.ERR_TYPE, "allReduce", () -> world.allReduce(one, 1, MPI.DATATYPE_NULL, MPI.SUM));
    Chapter.refused(MPI.ERR_BUFFER, "allReduce", () -> world.allReduce(null, 1, MPI.INT, MPI.SUM));
  }

  private static void communicators() throws MPIException {
    Intracomm none = world.split(MPI.UNDEFINED, 0);
    Checks.that(none.isNull(), "null");
    Chapter.refused(MPI.ERR_COMM, "size", none::getSize);
    Chapter.refused(MPI.ERR_COMM, "rank", none::getRank);
    Chapter.refused(MPI.ERR_COMM, "barrier", none::barrier);
    Chapter.refused(MPI.ERR_COMM, "send", () -> none.send(new int[1], 1, MPI.INT, 0, 0));
    Chapter.refused(MPI.ERR_COMM, "dup", none::dup);
    Chapter.refused(MPI.ERR_COMM, "split", () -> none.split(0, 0));
    Chapter.refused(MPI.ERR_COMM, "free", none::free);
    Chapter.refused(MPI.ERR_COMM, "disconnect", none::disconnect);
    Chapter.refused(MPI.ERR_COMM, "compare", () -> Comm.compare(none, world));
    Chapter.refused(MPI.ERR_COMM, "free", MPI.COMM_SELF::free);
    Chapter.refused(MPI.ERR_COMM, "name", none::getName);
    Chapter.refused(MPI.ERR_COMM, "getGroup", none::getGroup);
    Chapter.refused(MPI.ERR_COMM, "remote size", () -> Intercomm.getParent().getRemoteSize());
    Chapter.refused(MPI.ERR_ARG, "split", () -> world.split(-2, 0));
    Chapter.refused(MPI.ERR_ARG, "splitType", () -> world.splitType(77, 0, MPI.INFO_NULL));
    Chapter.refused(MPI.ERR_NAME, "lookupName", () -> Intracomm.lookupName("no such service"));
  }

  private static void groups() throws MPIException {
    Group all = world.getGroup();
    Chapter.refused(MPI.ERR_RANK, "incl", () -> all.incl(new int[] {-1}));
    Chapter.refused(MPI.ERR_RANK, "incl", () -> all.incl(new int[] {0, 0}));
    Chapter.refused(MPI.ERR_RANK, "excl", () -> all.excl(new int[] {size}));
    Chapter.refused(MPI.ERR_RANK, "rangeIncl", () -> all.rangeIncl(new int[][] {{0, size, 1}}));
    Chapter.refused(
        MPI.ERR_RANK, "translateRanks", () -> Group.translateRanks(all, new int[] {size}, all));
    Group copy = world.getGroup();
    copy.free();
    Chapter.refused(MPI.ERR_GROUP, "compare", () -> Group.compare(copy, all));
    Chapter.refused(MPI.ERR_GROUP, "create", () -> world.create(copy));
    all.free();
  }

  private static void keys() throws MPIException {
    Chapter.refused(MPI.ERR_KEYVAL, "getAttr", () -> world.getAttr(MPI.KEYVAL_INVALID));
    int key = Comm.createKeyval();
    Chapter.refused(MPI.ERR_OTHER, "deleteAttr", () -> world.deleteAttr(key));
    Comm.freeKeyval(key);
    Chapter.refused(MPI.ERR_OTHER, "setAttr", () -> world.setAttr(key, 1));
    Chapter.refused(MPI.ERR_OTHER, "setAttr", () -> world.setAttr(MPI.TAG_UB, 1));
    int other = Comm.createKeyval();
    Chapter.refused(0, "not serialisable", () -> world.setAttr(other, new Object()));
    world.setAttr(other, null);
    Checks.that(world.getAttr(other) == null, "null");
    Comm.freeKeyval(other);
  }

  private static void infos() throws MPIException {
    Info info = new Info();
    Chapter.refused(MPI.ERR_INFO_KEY, "key", () -> info.set("", "x"));
    Chapter.refused(MPI.ERR_INFO_VALUE, "value", () -> info.set("x", ""));
    Chapter.refused(MPI.ERR_INFO_NOKEY, "delete", () -> info.delete("x"));
    Chapter.refused(MPI.ERR_INFO, "null", () -> MPI.INFO_NULL.set("a", "b"));
    info.free();
    Chapter.refused(MPI.ERR_INFO, "freed", info::size);
    Chapter.refused(MPI.ERR_INFO, "freed", info::free);
  }

  private static void exceptions() throws MPIException {
    try {
      world.send(new int[1], 1, MPI.INT, size, 0);
      throw new AssertionError("not refused");
    } catch (MPIException e) {
      Checks.equal(MPI.ERR_RANK, e.getErrorCode(), "code");
      Checks.that(e.getMessage().startsWith("MPI_ERR_RANK: "), e.getMessage());
    }
    MPIException own = new MPIException("own");
    Checks.equal("own", own.getMessage(), "message");
    Checks.equal(0, own.getErrorClass(), "class");
    Exception cause = new IllegalStateException("why");
    Checks.that(new MPIException(cause).getCause() == cause, "cause");
    Intracomm copy = world.dup();
    Checks.equal(MPI.ERRORS_RETURN, copy.getErrhandler(), "inherited");
    copy.free();
  }

  private static void buffers() {
    byte[] packed = new byte[64];
    Chapter.refused(MPI.ERR_BUFFER, "pack", () -> world.pack(new byte[2], 4, MPI.INT, packed, 0));
    Chapter.refused(MPI.ERR_COUNT, "pack", () -> world.pack(new byte[2], -1, MPI.INT, packed, 0));
    Chapter.refused(
        MPI.ERR_BUFFER, "unpack", () -> world.unpack(packed, 0, new byte[2], 4, MPI.INT));
    said("4 elements of 1 x int", () -> world.send(new int[2], 4, MPI.INT, 0, 0));
    said("length 2", () -> world.send(new int[2], 4, MPI.INT, 0, 0));
    said(
        "class double[]; the datatype wants int[]",
        () -> world.send(new double[1], 1, MPI.INT, 0, 0));
    thrown(() -> world.iSend(IntBuffer.allocate(1), 1, MPI.INT, MPI.PROC_NULL, 0));
    thrown(() -> world.iBcast(IntBuffer.allocate(1), 1, MPI.INT, 0));
    thrown(() -> MPI.newIntBuffer(-1));
  }

  /** The message of a refusal says what was expected. */
  private static void said(String words, Chapter.Calls call) {
    try {
      call.run();
    } catch (MPIException e) {
      Checks.that(e.getMessage().contains(words), e.getMessage());
      return;
    } catch (Exception e) {
      throw new AssertionError("another exception", e);
    }
    throw new AssertionError("no exception");
  }

  private static void thrown(Chapter.Calls call) {
    try {
      call.run();
    } catch (IllegalArgumentException _) {
      return;
    } catch (Exception e) {
      throw new AssertionError("another exception", e);
    }
    throw new AssertionError("no exception");
  }

  private static void afterwards() throws MPIException {
    int[] sum = {1};
    world.allReduce(sum, 1, MPI.INT, MPI.SUM);
    Checks.equal(size, sum[0], "the communicator still works");
  }
}
