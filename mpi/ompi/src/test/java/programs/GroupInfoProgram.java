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
    Checks.that(!MPI.isInitialized() && !MPI.isFinalized(), "before Init");
    Checks.refused(0, () -> MPI.COMM_WORLD.getRank());
    String[] rest = MPI.Init(args);
    Checks.equal(args.length, rest.length);
    Checks.refused(0, () -> MPI.Init(args));
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
    Checks.that(MPI.isInitialized() && MPI.isFinalized(), "after Finalize");
    Checks.refused(0, () -> world.getRank());
  }

  private static void groups(Comm world) throws MPIException {
    int size = world.getSize();
    Group all = world.getGroup();
    Checks.equal(size, all.getSize());
    Checks.equal(world.getRank(), all.getRank());
    Group first = all.incl(new int[] {0});
    Group others = all.excl(new int[] {0});
    Checks.equal(world.getRank() == 0 ? 0 : MPI.UNDEFINED, first.getRank());
    Checks.equal(MPI.IDENT, Group.compare(all, Group.union(first, others)));
    Checks.equal(
        size == 1 ? MPI.IDENT : MPI.SIMILAR, Group.compare(all, Group.union(others, first)));
    Checks.equal(MPI.UNEQUAL, Group.compare(all, MPI.GROUP_EMPTY));
    Checks.equal(0, Group.intersection(first, others).getSize());
    Checks.equal(1, Group.difference(all, others).getSize());
    Checks.equal(
        new int[] {MPI.UNDEFINED, MPI.PROC_NULL},
        Group.translateRanks(first, new int[] {0, MPI.PROC_NULL}, others));
    Checks.refused(MPI.ERR_RANK, () -> all.incl(new int[] {size}));
    Checks.equal(all.getSize() - 1, all.excl(new int[] {0, 0}).getSize(), "a rank given twice");
    Checks.refused(MPI.ERR_RANK, () -> all.rangeIncl(new int[][] {{0, 0, 0}}));
    Checks.equal(MPI.IDENT, Group.compare(all, all.rangeIncl(new int[][] {{0, size - 1, 1}})));
    Checks.equal(0, all.rangeExcl(new int[][] {{size - 1, 0, -1}}).getSize());
    first.free();
    Checks.that(first.isNull(), "freed");
    Checks.refused(MPI.ERR_GROUP, first::getSize);
    Checks.refused(MPI.ERR_GROUP, first::free);
    MPI.GROUP_EMPTY.free();
    Checks.equal(0, MPI.GROUP_EMPTY.getSize());
  }

  private static void infos() throws MPIException {
    Info info = new Info();
    info.set("one", "1");
    info.set("two", "2");
    info.set("one", "3");
    Checks.equal(2, info.size());
    Checks.equal("3", info.get("one"));
    Checks.equal("two", info.getKey(1));
    Info copy = info.clone();
    info.delete("one");
    Checks.equal("3", copy.get("one"));
    Checks.that(info.get("one") == null, "deleted");
    Checks.refused(MPI.ERR_INFO_NOKEY, () -> info.delete("one"));
    Checks.refused(MPI.ERR_INFO_KEY, () -> info.set("", "1"));
    Checks.refused(MPI.ERR_INFO_KEY, () -> info.set("k".repeat(36), "1"));
    Checks.refused(MPI.ERR_INFO_VALUE, () -> info.set("k", "v".repeat(256)));
    Checks.refused(MPI.ERR_ARG, () -> info.getKey(-1));
    Checks.refused(MPI.ERR_INFO_KEY, () -> info.getKey(1));
    Checks.refused(MPI.ERR_INFO, () -> MPI.INFO_NULL.size());
    info.free();
    Checks.that(info.isNull() && MPI.INFO_NULL.isNull(), "null");
    Checks.that(MPI.INFO_ENV.get("ompi_np") != null, "environment");
  }

  private static void attributes(Comm world) throws MPIException {
    Checks.equal(Integer.class, world.getAttr(MPI.TAG_UB).getClass());
    Checks.equal(false, world.getAttr(MPI.WTIME_IS_GLOBAL));
    Checks.that(MPI.COMM_SELF.getAttr(MPI.TAG_UB) == null, "of COMM_SELF");
    int key = Comm.createKeyval();
    int[] value = {1, 2, 3};
    world.setAttr(key, value);
    value[0] = 9;
    Checks.equal(1, ((int[]) world.getAttr(key))[0]);
    Comm copy = world.dup();
    Checks.equal(2, ((int[]) copy.getAttr(key))[1]);
    Checks.that(copy.getAttr(MPI.LASTUSEDCODE) == null, "not copied");
    copy.free();
    world.deleteAttr(key);
    Checks.that(world.getAttr(key) == null, "deleted");
    Comm.freeKeyval(key);
    Checks.refused(MPI.ERR_OTHER, () -> world.getAttr(key));
  }

  private static void life() throws MPIException {
    Checks.equal(1, MPI.COMM_SELF.getSize());
    Checks.equal(MPI.THREAD_SINGLE, MPI.queryThread());
    Checks.that(MPI.isThreadMain(), "main thread");
    Checks.equal(3, MPI.getVersion().getVersion());
    Checks.equal(1, MPI.getVersion().getSubVersion());
    double start = MPI.wtime();
    Checks.that(MPI.wtime() >= start && MPI.wtick() < 1e-6, "time");
    Checks.that(!MPI.getProcessorName().isEmpty(), "host");
    byte[] room = new byte[1000];
    Checks.refused(MPI.ERR_BUFFER, MPI::detachBuffer);
    MPI.attachBuffer(room);
    Checks.refused(MPI.ERR_BUFFER, () -> MPI.attachBuffer(room));
    Checks.that(MPI.detachBuffer() == room, "the same array");
    var buffer = MPI.newDoubleBuffer(4);
    buffer.put(2, 5);
    Checks.equal(5.0, MPI.slice(buffer, 2).get(0));
    Checks.equal(2, buffer.position());
    Checks.equal(3, MPI.slice(new int[] {1, 2, 3}, 2).get(0));
  }
}
