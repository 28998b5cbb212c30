package programs.chapter;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import programs.Checks;

/** Communicators of parts and of two groups, ports and names, attributes and duplicates. */
public final class Worlds {

  private static Intracomm world;
  private static int rank;
  private static int size;

  private Worlds() {}

  public static void main(String[] args) throws Exception {
    Chapter.run(
        args,
        _ -> {
          world = MPI.COMM_WORLD;
          rank = world.getRank();
          size = world.getSize();
          Chapter.section("duplicates", Worlds::duplicates);
          Chapter.section("parts", Worlds::parts);
          Chapter.section("groups", Worlds::groups);
          Chapter.section("ranges", Worlds::ranges);
          if (size > 1) {
            Chapter.section("two groups", Worlds::twoGroups);
            Chapter.section("ports", Worlds::ports);
          }
        });
  }

  private static void duplicates() throws MPIException {
    int key = Comm.createKeyval();
    ArrayList<String> list = new ArrayList<>();
    list.add("a");
    world.setAttr(key, list);
    list.add("b");
    Checks.equal(1, ((ArrayList<?>) world.getAttr(key)).size(), "serialised at once");
    Intracomm copy = world.dup();
    Intracomm later = world.iDup();
    Request request = later.getRequest();
    Checks.that(request != null, "a request");
    request.waitFor();
    Checks.that(request.isNull(), "over");
    int[] sum = {1};
    later.allReduce(sum, 1, MPI.INT, MPI.SUM);
    Checks.equal(size, sum[0], "the duplicate works");
    Checks.equal(1, ((ArrayList<?>) copy.getAttr(key)).size(), "copied");
    Checks.equal(1, ((ArrayList<?>) later.getAttr(key)).size(), "copied");
    Checks.equal(MPI.CONGRUENT, Comm.compare(world, later), "congruent");
    Checks.equal(MPI.IDENT, Comm.compare(copy, copy), "the same");
    copy.setAttr(key, 5);
    Checks.equal(1, ((ArrayList<?>) world.getAttr(key)).size(), "apart");
    Intracomm second = copy.dup();
    Checks.equal(5, second.getAttr(key), "copied");
    second.free();
    world.deleteAttr(key);
    Comm.freeKeyval(key);
    Info info = new Info();
    info.set("hint", "on");
    Intracomm hinted = world.dupWithInfo(info);
    Checks.equal("on", hinted.getInfo().get("hint"), "hint");
    hinted.setName("x".repeat(100));
    Checks.equal(63, hinted.getName().length(), "cut");
    hinted.free();
    info.free();
    request = world.iBarrier();
    IntBuffer in = MPI.newIntBuffer(1);
    int other = (rank + 1) % size;
    Request ofCopy = copy.iRecv(in, 1, MPI.INT, other, 1);
    world.send(new int[] {1}, 1, MPI.INT, (rank + size - 1) % size, 1);
    Checks.that(!ofCopy.test(), "another communicator");
    int[] got = new int[1];
    world.recv(got, 1, MPI.INT, other, 1);
    world.barrier();
    copy.send(new int[] {2}, 1, MPI.INT, (rank + size - 1) % size, 1);
    ofCopy.waitFor();
    Checks.equal(2, in.get(0), "of the duplicate");
    request.waitFor();
    copy.disconnect();
    later.free();
  }

  private static void parts() throws MPIException {
    Intracomm same = world.split(3, size - rank);
    Checks.equal(size - 1 - rank, same.getRank(), "the order of keys");
    Checks.equal(size == 1 ? MPI.CONGRUENT : MPI.SIMILAR, Comm.compare(world, same), "similar");
    Intracomm each = world.split(rank, 0);
    Checks.equal(1, each.getSize(), "alone");
    Checks.equal(size == 1 ? MPI.CONGRUENT : MPI.UNEQUAL, Comm.compare(world, each), "unequal");
    Intracomm node = world.splitType(Comm.TYPE_SHARED, -rank, MPI.INFO_NULL);
    Checks.equal(size - 1 - rank, node.getRank(), "the order of keys");
    Intracomm none = world.splitType(MPI.UNDEFINED, 0, MPI.INFO_NULL);
    Checks.that(none.isNull(), "no part");
    for (int type = 1; type <= 11; type++) {
      Intracomm part = world.splitType(type, 0, MPI.INFO_NULL);
      Checks.that(part.getSize() >= 1, "Open MPI's own types");
      part.free();
    }
    same.free();
    each.free();
    node.free();
  }

  private static void groups() throws MPIException {
    Group all = world.getGroup();
    Group evens = all.rangeIncl(new int[][] {{0, size - 1, 2}});
    if (rank % 2 == 0) {
      Intracomm part = world.createGroup(evens, 7);
      Checks.equal(rank / 2, part.getRank(), "rank among the even ones");
      int[] sum = {rank};
      part.allReduce(sum, 1, MPI.INT, MPI.SUM);
      int half = (size + 1) / 2;
      Checks.equal(half * (half - 1), sum[0], "sum of the even ones");
      Checks.equal(MPI.IDENT, Group.compare(evens, part.getGroup()), "group");
      part.free();
    }
    int[] backwards = new int[size];
    for (int i = 0; i < size; i++) {
      backwards[i] = size - 1 - i;
    }
    Intracomm turned = world.create(all.incl(backwards));
    Checks.equal(size - 1 - rank, turned.getRank(), "backwards");
    Checks.equal(
        backwards, Group.translateRanks(all, backwards, all), "translated to the same group");
    turned.free();
    Intracomm empty = world.create(MPI.GROUP_EMPTY);
    Checks.that(empty.isNull(), "of the empty group");
    evens.free();
    all.free();
  }

  private static void ranges() throws MPIException {
    Group all = world.getGroup();
    Group down = all.rangeIncl(new int[][] {{size - 1, 0, -1}});
    Checks.equal(size - 1 - rank, down.getRank(), "down");
    Checks.equal(size == 1 ? MPI.IDENT : MPI.SIMILAR, Group.compare(all, down), "other order");
    Group first = all.incl(new int[] {0});
    Group rest = Group.difference(down, first);
    Checks.equal(size - 1, rest.getSize(), "difference");
    Group both = Group.union(rest, first);
    Checks.equal(MPI.IDENT, Group.compare(both, down), "union");
    Checks.equal(1, Group.intersection(both, first).getSize(), "intersection");
    Checks.equal(
        new int[] {size - 1},
        Group.translateRanks(first, new int[] {0}, down),
        "the first is the last");
    Group none = all.excl(new int[0]);
    Checks.equal(size, none.getSize(), "excl");
    first.free();
    down.free();
  }

  private static void twoGroups() throws MPIException {
    boolean isLow = rank < size / 2;
    int local = isLow ? size / 2 : size - size / 2;
    int remote = size - local;
    Intracomm half = world.split(isLow ? 0 : 1, 0);
    Intercomm both = world.createIntercomm(half, 0, isLow ? size / 2 : 0, 12);
    Checks.equal(remote, both.getRemoteSize(), "remote size");
    Checks.equal(remote, both.getRemoteGroup().getSize(), "remote group");
    Checks.equal(local, both.getSize(), "size");
    Checks.that(both.isInter() && !half.isInter(), "inter");
    int[] gathered = new int[remote];
    both.allGather(new int[] {rank}, 1, MPI.INT, gathered, 1, MPI.INT);
    for (int i = 0; i < remote; i++) {
      Checks.equal((isLow ? size / 2 : 0) + i, gathered[i], "allGather");
    }
    int[] counts = new int[remote];
    int[] places = new int[remote];
    for (int i = 0; i < remote; i++) {
      counts[i] = 1;
      places[i] = remote - 1 - i;
    }
    int[] turned = new int[remote];
    both.allGatherv(new int[] {rank}, 1, MPI.INT, turned, counts, places, MPI.INT);
    Checks.equal(gathered[0], turned[remote - 1], "allGatherv");
    int[] mine = new int[remote];
    for (int i = 0; i < remote; i++) {
      mine[i] = 10 * rank + i;
    }
    int[] theirs = new int[remote];
    both.allToAll(mine, 1, MPI.INT, theirs, 1, MPI.INT);
    for (int i = 0; i < remote; i++) {
      Checks.equal(10 * gathered[i] + both.getRank(), theirs[i], "allToAll");
    }
    both.allToAllv(mine, counts, places, MPI.INT, theirs, counts, places, MPI.INT);
    rooted(both, isLow, remote);
    both.barrier();
    both.iBarrier().waitFor();
    Intercomm copy = both.dup();
    Checks.equal(MPI.CONGRUENT, Comm.compare(both, copy), "dup");
    Status status =
        copy.sendRecv(
            new int[] {rank},
            1,
            MPI.INT,
            both.getRank() < remote ? both.getRank() : MPI.PROC_NULL,
            3,
            new int[1],
            1,
            MPI.INT,
            both.getRank() < remote ? both.getRank() : MPI.PROC_NULL,
            3);
    Checks.that(
        status.getSource() == (both.getRank() < remote ? both.getRank() : MPI.PROC_NULL), "peer");
    Intracomm one = copy.merge(isLow);
    Checks.equal(isLow ? rank + size - size / 2 : rank - size / 2, one.getRank(), "merged");
    one.free();
    copy.free();
    both.disconnect();
    half.free();
  }

  /** Collectives with a root in the upper half. */
  private static void rooted(Intercomm both, boolean isLow, int remote) throws MPIException {
    int root = isLow ? 0 : both.getRank() == 0 ? MPI.ROOT : MPI.PROC_NULL;
    int[] value = {isLow ? 0 : rank};
    both.bcast(value, 1, MPI.INT, root);
    Checks.equal(isLow ? size / 2 : rank, value[0], "bcast");
    IntBuffer later = MPI.newIntBuffer(1).put(0, rank);
    both.iBcast(later, 1, MPI.INT, root).waitFor();
    Checks.equal(isLow ? size / 2 : rank, later.get(0), "iBcast");
    int[] sum = new int[1];
    both.reduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM, root);
    Checks.equal(root == MPI.ROOT ? size / 2 : 0, sum[0], "reduce");
    int[] all = root == MPI.ROOT ? new int[remote] : null;
    both.gather(isLow ? new int[] {rank} : null, 1, MPI.INT, all, 1, MPI.INT, root);
    if (all != null) {
      Checks.equal(remote - 1, all[remote - 1], "gather");
    }
  }

  /** The lower half accepts, the upper half connects; the service has a name. */
  private static void ports() throws MPIException {
    boolean isServer = rank < size / 2;
    Intracomm half = world.split(isServer ? 0 : 1, rank);
    String service = "chapter of ports";
    String port = null;
    if (rank == 0) {
      port = Intracomm.openPort();
      Checks.that(!port.isEmpty() && port.length() <= MPI.MAX_PORT_NAME, "port");
      Intracomm.publishName(service, port);
      String same = port;
      Chapter.refused(
          MPI.ERR_SERVICE, "published before", () -> Intracomm.publishName(service, same));
    }
    world.barrier();
    Intercomm others;
    if (isServer) {
      others = half.accept(port, 0);
    } else {
      String found = half.getRank() == 0 ? Intracomm.lookupName(service) : null;
      others = half.connect(found, MPI.INFO_NULL, 0);
    }
    Checks.equal(isServer ? size - size / 2 : size / 2, others.getRemoteSize(), "remote size");
    int[] sum = new int[1];
    others.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
    Checks.equal(others.getRemoteSize(), sum[0], "allReduce");
    if (others.getRank() == 0) {
      char[] text = "hello".toCharArray();
      char[] got = new char[5];
      others.sendRecv(text, 5, MPI.CHAR, 0, 0, got, 5, MPI.CHAR, 0, 0);
      Checks.equal("hello", new String(got), "text");
    }
    Intracomm merged = others.merge(!isServer);
    Checks.equal(rank, merged.getRank(), "merged");
    ByteBuffer value = MPI.newByteBuffer(1);
    merged.bcast(value, 1, MPI.BYTE, 0);
    merged.free();
    others.disconnect();
    world.barrier();
    if (rank == 0) {
      Intracomm.unpublishName(service, port);
      Intracomm.closePort(port);
      String same = port;
      Chapter.refused(
          MPI.ERR_SERVICE, "unpublished before", () -> Intracomm.unpublishName(service, same));
      Chapter.refused(MPI.ERR_NAME, "unpublished", () -> Intracomm.lookupName(service));
    }
    half.free();
    world.barrier();
  }
}
