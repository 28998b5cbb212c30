package programs;

import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;

/** Groups, infos, attributes, the life of a job and the buffers of the API. */
public final class GroupInfoProgram {

  private GroupInfoProgram() {}

  public static void main(String[] args) throws MPIException {
    Expect.isTrue(!MPI.isInitialized() && !MPI.isFinalized(), "before Init");
    Expect.fails(0, () -> MPI.COMM_WORLD.getRank());
    String[] rest = MPI.Init(args);
    Expect.equal(args.length, rest.length);
    Expect.fails(0, () -> MPI.Init(args));
    Comm world = MPI.COMM_WORLD;
    world.setErrhandler(MPI.ERRORS_RETURN);
    groups(world);
    infos();
    attributes(world);
    life();
    if (world.getRank() == 0) {
      System.out.println("groups ok");
    }
    MPI.Finalize();
    Expect.isTrue(MPI.isInitialized() && MPI.isFinalized(), "after Finalize");
    Expect.fails(0, () -> world.getRank());
  }

  private static void groups(Comm world) throws MPIException {
    int size = world.getSize();
    Group all = world.getGroup();
    Expect.equal(size, all.getSize());
    Expect.equal(world.getRank(), all.getRank());
    Group first = all.incl(new int[] {0});
    Group others = all.excl(new int[] {0});
    Expect.equal(world.getRank() == 0 ? 0 : MPI.UNDEFINED, first.getRank());
    Expect.equal(MPI.IDENT, Group.compare(all, Group.union(first, others)));
    Expect.equal(
        size == 1 ? MPI.IDENT : MPI.SIMILAR, Group.compare(all, Group.union(others, first)));
    Expect.equal(MPI.UNEQUAL, Group.compare(all, MPI.GROUP_EMPTY));
    Expect.equal(0, Group.intersection(first, others).getSize());
    Expect.equal(1, Group.difference(all, others).getSize());
    Expect.equal(
        new int[] {MPI.UNDEFINED, MPI.PROC_NULL},
        Group.translateRanks(first, new int[] {0, MPI.PROC_NULL}, others));
    Expect.fails(MPI.ERR_RANK, () -> all.incl(new int[] {size}));
    Expect.fails(MPI.ERR_RANK, () -> all.excl(new int[] {0, 0}));
    Expect.fails(MPI.ERR_RANK, () -> all.rangeIncl(new int[][] {{0, 0, 0}}));
    Expect.equal(MPI.IDENT, Group.compare(all, all.rangeIncl(new int[][] {{0, size - 1, 1}})));
    Expect.equal(0, all.rangeExcl(new int[][] {{size - 1, 0, -1}}).getSize());
    first.free();
    Expect.isTrue(first.isNull(), "freed");
    Expect.fails(MPI.ERR_GROUP, first::getSize);
    Expect.fails(MPI.ERR_GROUP, first::free);
    MPI.GROUP_EMPTY.free();
    Expect.equal(0, MPI.GROUP_EMPTY.getSize());
  }

  private static void infos() throws MPIException {
    Info info = new Info();
    info.set("one", "1");
    info.set("two", "2");
    info.set("one", "3");
    Expect.equal(2, info.size());
    Expect.equal("3", info.get("one"));
    Expect.equal("two", info.getKey(1));
    Info copy = info.clone();
    info.delete("one");
    Expect.equal("3", copy.get("one"));
    Expect.isTrue(info.get("one") == null, "deleted");
    Expect.fails(MPI.ERR_INFO_NOKEY, () -> info.delete("one"));
    Expect.fails(MPI.ERR_INFO_KEY, () -> info.set("", "1"));
    Expect.fails(MPI.ERR_INFO_KEY, () -> info.set("k".repeat(36), "1"));
    Expect.fails(MPI.ERR_INFO_VALUE, () -> info.set("k", "v".repeat(256)));
    Expect.fails(MPI.ERR_ARG, () -> info.getKey(-1));
    Expect.fails(MPI.ERR_INFO_KEY, () -> info.getKey(1));
    Expect.fails(MPI.ERR_INFO, () -> MPI.INFO_NULL.size());
    info.free();
    Expect.isTrue(info.isNull() && MPI.INFO_NULL.isNull(), "null");
    Expect.isTrue(MPI.INFO_ENV.get("ompi_np") != null, "environment");
  }

  private static void attributes(Comm world) throws MPIException {
    Expect.equal(Integer.class, world.getAttr(MPI.TAG_UB).getClass());
    Expect.equal(false, world.getAttr(MPI.WTIME_IS_GLOBAL));
    Expect.isTrue(MPI.COMM_SELF.getAttr(MPI.TAG_UB) == null, "of COMM_SELF");
    int key = Comm.createKeyval();
    int[] value = {1, 2, 3};
    world.setAttr(key, value);
    value[0] = 9;
    Expect.equal(1, ((int[]) world.getAttr(key))[0]);
    Comm copy = world.dup();
    Expect.equal(2, ((int[]) copy.getAttr(key))[1]);
    Expect.isTrue(copy.getAttr(MPI.LASTUSEDCODE) == null, "not copied");
    copy.free();
    world.deleteAttr(key);
    Expect.isTrue(world.getAttr(key) == null, "deleted");
    Comm.freeKeyval(key);
    Expect.fails(MPI.ERR_OTHER, () -> world.getAttr(key));
  }

  private static void life() throws MPIException {
    Expect.equal(1, MPI.COMM_SELF.getSize());
    Expect.equal(MPI.THREAD_SINGLE, MPI.queryThread());
    Expect.isTrue(MPI.isThreadMain(), "main thread");
    Expect.equal(3, MPI.getVersion().getVersion());
    Expect.equal(1, MPI.getVersion().getSubVersion());
    double start = MPI.wtime();
    Expect.isTrue(MPI.wtime() >= start && MPI.wtick() < 1e-6, "time");
    Expect.isTrue(!MPI.getProcessorName().isEmpty(), "host");
    byte[] room = new byte[1000];
    Expect.fails(MPI.ERR_BUFFER, MPI::detachBuffer);
    MPI.attachBuffer(room);
    Expect.fails(MPI.ERR_BUFFER, () -> MPI.attachBuffer(room));
    Expect.isTrue(MPI.detachBuffer() == room, "the same array");
    var buffer = MPI.newDoubleBuffer(4);
    buffer.put(2, 5);
    Expect.equal(5.0, MPI.slice(buffer, 2).get(0));
    Expect.equal(2, buffer.position());
    Expect.equal(3, MPI.slice(new int[] {1, 2, 3}, 2).get(0));
  }
}
