package programs;

import java.io.Serializable;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.Status;
import mpi.User_function;

/** Objects in messages and collectives. */
@SuppressWarnings("checkstyle:Regexp") // Programs of mpiJava keep their rank in statics.
public final class Objects {

  private static int rank;
  private static int size;
  private static int next;
  private static int last;

  private Objects() {}

  /** A number that functions change in place. */
  static final class Item implements Serializable {
    private static final long serialVersionUID = 1L;
    int value;

    Item(int value) {
      this.value = value;
    }
  }

  /** Runs with any number of ranks. */
  public static void main(String[] args) {
    MPI.Init(args);
    rank = MPI.COMM_WORLD.Rank();
    size = MPI.COMM_WORLD.Size();
    next = (rank + 1) % size;
    last = (rank + size - 1) % size;
    messages();
    long_();
    many();
    manyFirst();
    requests();
    derived();
    collectives();
    vectors();
    reductions();
    failures();
    MPI.COMM_WORLD.Barrier();
    if (rank == 0) {
      System.out.println("objects: right");
    }
    MPI.Finalize();
  }

  /** All send many messages before they receive one. */
  private static void manyFirst() {
    Object[] data = new Object[1];
    for (int i = 0; i < 100; i++) {
      data[0] = new int[100 * i];
      MPI.COMM_WORLD.Send(data, 0, 1, MPI.OBJECT, next, 9);
    }
    for (int i = 0; i < 100; i++) {
      Request receive = MPI.COMM_WORLD.Irecv(data, 0, Integer.MAX_VALUE, MPI.OBJECT, last, 9);
      Check.equal(1, receive.Wait().Get_count(MPI.OBJECT), "count with too much room");
      Check.equal(100 * i, ((int[]) data[0]).length, "sends before receives");
    }
  }

  private static void messages() {
    int[][] rows = {{1, 2}, {rank}, null, {3}};
    Request send = MPI.COMM_WORLD.Isend(rows, 0, 4, MPI.OBJECT, next, 1);
    rows[1] = new int[] {-1};
    int[][] received = new int[6][];
    Status status = MPI.COMM_WORLD.Recv(received, 1, 5, MPI.OBJECT, last, 1);
    send.Wait();
    Check.equal(4, status.Get_count(MPI.OBJECT), "rows");
    Check.equal(4, status.Get_elements(MPI.OBJECT), "rows");
    Check.equal(new int[][] {null, {1, 2}, {last}, null, {3}, null}, received, "rows");
    String[] words = {"a", "b"};
    words = new String[] {words[0], words[1], words[0]};
    MPI.COMM_WORLD.Sendrecv(words, 0, 3, MPI.OBJECT, next, 2, words, 0, 3, MPI.OBJECT, last, 2);
    Check.equal(new String[] {"a", "b", "a"}, words, "strings");
    Check.that(words[0] == words[2], "what is shared in a message stays shared");
    MPI.COMM_WORLD.Isend(new Object[] {1, "x", 2.5}, 0, 3, MPI.OBJECT, next, 3);
    Status probed = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 3);
    Check.equal(3, probed.Get_count(MPI.OBJECT), "objects that a probe sees");
    Object[] three = new Object[probed.Get_count(MPI.OBJECT)];
    MPI.COMM_WORLD.Recv(three, 0, 3, MPI.OBJECT, probed.source, probed.tag);
    Check.equal(new Object[] {1, "x", 2.5}, three, "three objects");
  }

  private static void long_() {
    for (int length : new int[] {100, 1500, 2000, 3000, 500_000}) {
      double[][] rows = new double[3][length];
      rows[2][length - 1] = rank + length;
      double[][] received = new double[3][];
      Request receive = MPI.COMM_WORLD.Irecv(received, 0, 3, MPI.OBJECT, last, 4);
      MPI.COMM_WORLD.Send(rows, 0, 3, MPI.OBJECT, next, 4);
      receive.Wait();
      Check.equal(last + length * 1.0, received[2][length - 1], "a long row");
      MPI.COMM_WORLD.Send(rows, 0, 3, MPI.OBJECT, next, 4);
      MPI.COMM_WORLD.Recv(received, 0, 3, MPI.OBJECT, last, 4);
      Check.equal(last + length * 1.0, received[2][length - 1], "a long row");
    }
  }

  private static void many() {
    for (int count : new int[] {0, 1, 511, 512, 513, 20_000}) {
      Double[] doubles = new Double[count];
      java.util.Arrays.setAll(doubles, i -> i + 0.25 * rank);
      MPI.COMM_WORLD.Isend(doubles, 0, count, MPI.OBJECT, next, 5);
      Check.equal(
          count, MPI.COMM_WORLD.Probe(last, 5).Get_count(MPI.OBJECT), "many objects, probed");
      Double[] received = new Double[count];
      Request request = MPI.COMM_WORLD.Irecv(received, 0, count, MPI.OBJECT, last, 5);
      Check.equal(count, request.Wait().Get_count(MPI.OBJECT), "many objects");
      for (int i = 0; i < count; i++) {
        Check.equal(i + 0.25 * last, received[i], "an object of many");
      }
    }
  }

  private static void requests() {
    Request[] requests = new Request[8];
    Object[][] received = new Object[4][1];
    for (int i = 0; i < 4; i++) {
      requests[i] = MPI.COMM_WORLD.Irecv(received[i], 0, 1, MPI.OBJECT, last, 10 + i);
      requests[4 + i] =
          MPI.COMM_WORLD.Issend(new Object[] {new Item(i)}, 0, 1, MPI.OBJECT, next, 10 + i);
    }
    for (int i = 0; i < 8; i++) {
      Status status = Request.Waitany(requests);
      if (status.index < 4) {
        Check.equal(status.index, ((Item) received[status.index][0]).value, "objects in any order");
      }
    }
  }

  private static void derived() {
    Datatype column = Datatype.Vector(3, 1, 2, MPI.OBJECT);
    String[] words = {"a", "-", "b", "-", "c", "-"};
    MPI.COMM_WORLD.Isend(words, 0, 1, column, next, 6);
    String[] row = new String[3];
    Status status = MPI.COMM_WORLD.Recv(row, 0, 3, MPI.OBJECT, last, 6);
    Check.equal(new String[] {"a", "b", "c"}, row, "a column");
    Check.equal(1, status.Get_count(column), "columns");
    MPI.COMM_WORLD.Isend(row, 0, 3, MPI.OBJECT, next, 6);
    String[] back = new String[7];
    MPI.COMM_WORLD.Recv(back, 1, 1, column, last, 6);
    Check.equal(new String[] {null, "a", null, "b", null, "c", null}, back, "a column again");
    Datatype backwards = Datatype.Hvector(3, 1, -1, MPI.OBJECT);
    MPI.COMM_WORLD.Isend(row, 2, 1, backwards, next, 6);
    MPI.COMM_WORLD.Recv(row, 0, 3, MPI.OBJECT, last, 6);
    Check.equal(new String[] {"c", "b", "a"}, row, "backwards");
  }

  private static void collectives() {
    Integer[] one = {rank};
    Integer[] all = new Integer[size];
    MPI.COMM_WORLD.Allgather(one, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
    for (int i = 0; i < size; i++) {
      Check.equal(i, all[i], "Allgather");
    }
    Integer[] gathered = new Integer[size];
    MPI.COMM_WORLD.Gather(one, 0, 1, MPI.OBJECT, gathered, 0, 1, MPI.OBJECT, size - 1);
    if (rank == size - 1) {
      Check.equal(all, gathered, "Gather");
    }
    Object[] mine = new Object[1];
    MPI.COMM_WORLD.Scatter(all, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, 0);
    Check.equal(rank, mine[0], "Scatter");
    int[][] rows = new int[2][];
    if (rank == size - 1) {
      rows[1] = new int[] {4, 5, 6};
    }
    MPI.COMM_WORLD.Bcast(rows, 1, 1, MPI.OBJECT, size - 1);
    Check.equal(new int[] {4, 5, 6}, rows[1], "Bcast");
    String[] sent = new String[size];
    for (int i = 0; i < size; i++) {
      sent[i] = rank + ">" + i;
    }
    String[] received = new String[size];
    MPI.COMM_WORLD.Alltoall(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT);
    for (int i = 0; i < size; i++) {
      Check.equal(i + ">" + rank, received[i], "Alltoall");
    }
  }

  private static void vectors() {
    int[] counts = new int[size + 3];
    int[] places = new int[size + 5];
    java.util.Arrays.fill(counts, 77);
    for (int i = 0; i < size; i++) {
      counts[i] = i + 1;
      places[i] = 10 * i;
    }
    String[] mine = new String[rank + 1];
    java.util.Arrays.fill(mine, "r" + rank);
    String[] all = new String[10 * size];
    MPI.COMM_WORLD.Gatherv(mine, 0, rank + 1, MPI.OBJECT, all, 0, counts, places, MPI.OBJECT, 0);
    if (rank == 0) {
      Check.equal("r" + (size - 1), all[10 * (size - 1) + size - 1], "Gatherv");
    }
    MPI.COMM_WORLD.Allgatherv(mine, 0, rank + 1, MPI.OBJECT, all, 0, counts, places, MPI.OBJECT);
    Check.equal("r" + (size - 1), all[10 * (size - 1) + size - 1], "Allgatherv");
    String[] back = new String[rank + 1];
    MPI.COMM_WORLD.Scatterv(all, 0, counts, places, MPI.OBJECT, back, 0, rank + 1, MPI.OBJECT, 0);
    Check.equal(mine, back, "Scatterv");
    int[] same = new int[size];
    java.util.Arrays.fill(same, rank + 1);
    String[] matrix = new String[10 * size];
    java.util.Arrays.fill(matrix, "m" + rank);
    String[] result = new String[10 * size];
    MPI.COMM_WORLD.Alltoallv(
        matrix, 0, same, places, MPI.OBJECT, result, 0, counts, places, MPI.OBJECT);
    Check.equal("m" + (size - 1), result[10 * (size - 1) + size - 1], "Alltoallv");
  }

  /** Adds, and changes its operands in place. */
  static final class Add extends User_function {
    @Override
    public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
      Object[] from = (Object[]) in;
      Object[] into = (Object[]) inout;
      for (int k = 0; k < count; k++) {
        ((Item) into[j + k]).value += ((Item) from[i + k]).value;
      }
    }
  }

  private static Item[] items(int length) {
    Item[] items = new Item[length];
    java.util.Arrays.setAll(items, i -> new Item(rank + i));
    return items;
  }

  private static int sum(int ranks, int i) {
    return ranks * (ranks - 1) / 2 + ranks * i;
  }

  private static void reductions() {
    Op add = new Op(new Add(), false);
    Item[] sent = items(4);
    Item[] result = items(4);
    MPI.COMM_WORLD.Reduce(sent, 0, result, 0, 4, MPI.OBJECT, add, size - 1);
    if (rank == size - 1) {
      Check.equal(sum(size, 3), result[3].value, "Reduce");
    }
    MPI.COMM_WORLD.Allreduce(sent, 0, result, 0, 4, MPI.OBJECT, add);
    Check.equal(sum(size, 2), result[2].value, "Allreduce");
    MPI.COMM_WORLD.Scan(sent, 0, result, 0, 4, MPI.OBJECT, add);
    Check.equal(sum(rank + 1, 1), result[1].value, "Scan");
    for (int i = 0; i < 4; i++) {
      Check.equal(rank + i, sent[i].value, "the objects that were given");
    }
    int[] counts = new int[128];
    java.util.Arrays.fill(counts, 2);
    Item[] many = items(2 * size);
    MPI.COMM_WORLD.Reduce_scatter(many, 0, result, 0, counts, MPI.OBJECT, add);
    Check.equal(sum(size, 2 * rank + 1), result[1].value, "Reduce_scatter");
    add.free();
  }

  private static void failures() {
    Check.fails(
        () -> MPI.COMM_WORLD.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, next, 0),
        "an object that can't be written");
    Check.fails(
        () ->
            MPI.COMM_WORLD.Bcast(
                new Object[] {rank == 0 ? new Object() : null}, 0, 1, MPI.OBJECT, 0),
        "a broadcast of an object that can't be written");
    Check.fails(
        () ->
            MPI.COMM_WORLD.Allreduce(new Object[] {1}, 0, new Object[1], 0, 1, MPI.OBJECT, MPI.SUM),
        "a sum of objects");
    MPI.COMM_WORLD.Isend(new Object[] {"text"}, 0, 1, MPI.OBJECT, next, 0);
    Check.fails(
        () -> MPI.COMM_WORLD.Recv(new Integer[1], 0, 1, MPI.OBJECT, last, 0),
        "a string in an array of numbers");
    MPI.COMM_WORLD.Isend(new Object[2], 0, 2, MPI.OBJECT, next, 0);
    Check.fails(
        () -> MPI.COMM_WORLD.Recv(new Object[2], 0, 1, MPI.OBJECT, last, 0), "too many objects");
  }
}
