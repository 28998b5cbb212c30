package programs;

import java.util.stream.IntStream;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;

/** Groups and communicators of one and of two groups. */
public final class Communicators {

  private static int rank;
  private static int size;

  private Communicators() {}

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    groups();
    ranges();
    create(true);
    create(false);
    split();
    clones();
    if (size > 1) {
      inter();
    }
    attributes();
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("communicators: right");
    }
    MPI.Finalize();
  }

  private static int sum(Intracomm communicator, int value) {
    int[] result = new int[1];
    communicator.Allreduce(new int[] {value}, 0, result, 0, 1, MPI.INT, MPI.SUM);
    return result[0];
  }

  private static void groups() {
    Group world = MPI.COMM_WORLD.Group();
    Check.equal(size, world.Size(), "size of a group");
    Check.equal(rank, world.Rank(), "rank in a group");
    Check.equal(-1, MPI.GROUP_NULL.Size(), "size of the null group");
    Check.equal(0, MPI.GROUP_EMPTY.Size(), "size of the empty group");
    int[] reversed = IntStream.range(0, size).map(i -> size - 1 - i).toArray();
    Group backwards = world.Incl(reversed);
    Check.equal(size == 1 ? MPI.IDENT : MPI.SIMILAR, Group.Compare(world, backwards), "similar");
    Check.equal(MPI.IDENT, Group.Compare(world, world.Excl(new int[0])), "identical");
    Check.equal(MPI.UNEQUAL, Group.Compare(world, MPI.GROUP_EMPTY), "unequal");
    Check.equal(size - 1 - rank, backwards.Rank(), "rank backwards");
    int[] all = IntStream.range(0, size).toArray();
    Check.equal(reversed, Group.Translate_ranks(world, all, backwards), "translated");
    Group first = world.Incl(new int[] {0});
    Group others = world.Excl(new int[] {0});
    Check.equal(size, Group.Union(first, others).Size(), "union");
    Check.equal(0, Group.Intersection(first, others).Size(), "intersection");
    Check.equal(size - 1, Group.Difference(world, first).Size(), "difference");
    Check.equal(MPI.UNDEFINED, (rank == 0 ? others : first).Rank(), "rank of no member");
    Check.equal(0, world.Incl(new int[0]).Size(), "nothing included");
    Check.fails(() -> world.Incl(new int[] {size}), "a wrong rank");
    Check.fails(() -> Group.Union(world, null), "null");
    world.free();
    world.finalize();
  }

  private static void ranges() {
    Group world = MPI.COMM_WORLD.Group();
    int limit = size % 2 == 0 ? size - 1 : size; // Beyond the group, where no stride leads to it.
    Group even = world.Range_incl(new int[][] {{0, limit, 2}});
    Check.equal((size + 1) / 2, even.Size(), "even");
    Group back = world.Range_incl(new int[][] {{size - 1, 0, -1}});
    Check.equal(size - 1 - rank, back.Rank(), "a range backwards");
    Check.equal(size / 2, world.Range_excl(new int[][] {{0, size - 1, 2}}).Size(), "odd");
    Check.fails(() -> world.Range_incl(new int[][] {{0, 1, 0}}), "a stride of 0");
    Check.fails(() -> world.Range_incl(new int[][] {{0, size, 1}}), "a range beyond the group");
  }

  private static void create(boolean isCalledByAll) {
    int[] ranks = IntStream.range(0, size).filter(i -> i % 2 == 0).toArray();
    Group even = MPI.COMM_WORLD.Group().Incl(ranks);
    if (rank % 2 != 0 && !isCalledByAll) {
      return;
    }
    Intracomm made = MPI.COMM_WORLD.Create(even);
    if (rank % 2 == 0) {
      Check.equal(rank / 2, made.Rank(), "rank in a new communicator");
      Check.equal(ranks.length, sum(made, 1), "sum in a new communicator");
      Check.equal(MPI.IDENT, Group.Compare(made.Group(), even), "its group");
      int next = (made.Rank() + 1) % made.Size();
      made.Isend(new int[] {rank}, 0, 1, MPI.INT, next, 0);
      int[] received = new int[1];
      Status status = made.Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0);
      Check.equal(received[0] / 2, status.source, "source in a new communicator");
    } else {
      Check.equal(MPI.UNDEFINED, made.Rank(), "rank of no member");
      Check.equal(ranks.length, made.Size(), "size for no member");
      Check.fails(made::Barrier, "a barrier of no member");
      made.Free();
    }
  }

  private static void split() {
    for (int colour : new int[] {0, 7, -5, Integer.MIN_VALUE}) {
      Intracomm half = MPI.COMM_WORLD.Split(colour + rank % 2, -rank);
      int members = (size + 1 - rank % 2) / 2;
      Check.equal(members, half.Size(), "size of a half");
      Check.equal(members - 1 - rank / 2, half.Rank(), "rank in a half");
      Check.equal(members, sum(half, 1), "sum in a half");
      half.Free();
      Check.equal(members, sum(half, 1), "sum after Free");
    }
    Intracomm same = MPI.COMM_WORLD.Split(1, 0);
    Check.equal(rank, same.Rank(), "equal keys");
    Intracomm none = MPI.COMM_WORLD.Split(rank == 0 ? MPI.UNDEFINED : 3, 0);
    Check.equal(rank == 0, none == null, "no colour");
  }

  private static void clones() {
    Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
    Check.equal(MPI.CONGRUENT, Intracomm.Compare(copy, MPI.COMM_WORLD), "a clone");
    Check.equal(MPI.IDENT, Intracomm.Compare(copy, copy), "the same");
    Intracomm reversed = MPI.COMM_WORLD.Split(0, -rank);
    Check.equal(
        size == 1 ? MPI.CONGRUENT : MPI.SIMILAR,
        mpi.Comm.Compare(reversed, MPI.COMM_WORLD),
        "reversed");
    if (size > 1) {
      Intracomm alone = MPI.COMM_WORLD.Split(rank, 0);
      Check.equal(MPI.UNEQUAL, Intracomm.Compare(alone, MPI.COMM_WORLD), "alone");
    }
    copy.Isend(new int[] {1}, 0, 1, MPI.INT, rank, 0);
    MPI.COMM_WORLD.Isend(new int[] {2}, 0, 1, MPI.INT, rank, 0);
    int[] received = new int[1];
    MPI.COMM_WORLD.Recv(received, 0, 1, MPI.INT, rank, 0);
    Check.equal(2, received[0], "messages of a clone stay apart");
    copy.Recv(received, 0, 1, MPI.INT, rank, 0);
    for (int i = 0; i < 300; i++) {
      Intracomm many = (Intracomm) copy.clone();
      many.Free();
      many.Free();
    }
    Check.equal(MPI.UNDEFINED, copy.Topo_test(), "topology");
    Check.that(!copy.Test_inter(), "a communicator of one group");
  }

  private static void inter() {
    Intracomm half = MPI.COMM_WORLD.Split(rank % 2, rank);
    int remoteLeader = 1 - rank % 2;
    Intercomm both = MPI.COMM_WORLD.Create_intercomm(half, 0, remoteLeader, 12_345);
    Check.that(both.Test_inter(), "a communicator of two groups");
    Check.equal(half.Size(), both.Size(), "local size");
    Check.equal(half.Rank(), both.Rank(), "local rank");
    Check.equal(size - half.Size(), both.Remote_size(), "remote size");
    Check.equal(both.Remote_size(), both.Remote_group().Size(), "remote group");
    if (size % 2 == 0) {
      int[] data = {rank};
      Status status = both.Sendrecv_replace(data, 0, 1, MPI.INT, both.Rank(), 1, both.Rank(), 1);
      Check.equal(both.Rank(), status.source, "remote source");
      Check.equal(rank % 2 == 0 ? rank + 1 : rank - 1, data[0], "data of the other group");
      Object[] words = {"from " + rank, null};
      both.Sendrecv(
          words, 0, 1, MPI.OBJECT, both.Rank(), 1, words, 1, 1, MPI.OBJECT, both.Rank(), 1);
      Check.equal("from " + data[0], words[1], "object of the other group");
      double[][] rows = {new double[5000], null};
      both.Sendrecv(rows, 0, 1, MPI.OBJECT, both.Rank(), 1, rows, 1, 1, MPI.OBJECT, both.Rank(), 1);
      Check.equal(5000, rows[1].length, "long object of the other group");
    }
    Intracomm merged = both.Merge(rank % 2 == 1);
    Check.equal(size, sum(merged, 1), "sum of both groups");
    Check.equal(rank / 2 + (rank % 2) * ((size + 1) / 2), merged.Rank(), "rank in both groups");
    Intercomm copy = (Intercomm) both.clone();
    Check.equal(MPI.CONGRUENT, mpi.Comm.Compare(copy, both), "a clone of two groups");
    Check.equal(MPI.UNEQUAL, mpi.Comm.Compare(both, half), "two groups and one");
  }

  private static void attributes() {
    Check.equal(MPI.PROC_NULL, MPI.COMM_WORLD.Attr_get(MPI.HOST), "host");
    Check.fails(() -> MPI.COMM_WORLD.Attr_get(777), "an unknown attribute");
    Check.fails(() -> MPI.COMM_SELF.Attr_get(MPI.TAG_UB), "an attribute elsewhere");
    Check.that(MPI.Errorhandler_get() == null, "error handler");
    MPI.Errorhandler_set(MPI.ERRORS_RETURN);
    Check.equal(MPI.THREAD_MULTIPLE, MPI.queryThread(), "threads");
    Check.that(MPI.isMainThread(), "main thread");
    Check.that(MPI.initThread(0, 0, new String[0]) == null, "initThread");
  }
}
