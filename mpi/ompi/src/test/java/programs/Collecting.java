package programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;

/** The collectives that move data, with arrays, with direct buffers, and in place. */
public final class Collecting {

  private static final int COUNT = 3;

  private final Comm world;
  private final int rank;
  private final int size;

  private Collecting(Comm world) throws MPIException {
    this.world = world;
    rank = world.getRank();
    size = world.getSize();
  }

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    for (int root = 0; root < MPI.COMM_WORLD.getSize(); root++) {
      Collecting program = new Collecting(MPI.COMM_WORLD);
      program.rooted(root);
      program.rootedInPlace(root);
      program.rootedDirect(root);
      program.varying(root);
      program.varyingDirect(root);
    }
    Collecting program = new Collecting(MPI.COMM_WORLD);
    program.all();
    program.allVarying();
    program.allDirect();
    program.typed();
    program.sameArray();
    program.tiles();
    program.refusals();
    MPI.COMM_WORLD.barrier();
    MPI.COMM_WORLD.iBarrier().waitFor();
    MPI.Finalize();
  }

  private static int value(int owner, int i) {
    return 1000 * owner + i;
  }

  private static int[] block(int owner, int count) {
    int[] block = new int[count];
    Arrays.setAll(block, i -> value(owner, i));
    return block;
  }

  /** The blocks of all ranks. */
  private int[] blocks(int count) {
    int[] all = new int[size * count];
    Arrays.setAll(all, i -> value(i / count, i % count));
    return all;
  }

  private static IntBuffer direct(int... values) {
    return MPI.newIntBuffer(values.length).put(values);
  }

  private static int[] array(IntBuffer buffer) {
    int[] values = new int[buffer.capacity()];
    buffer.clear().get(values);
    return values;
  }

  private void rooted(int root) throws MPIException {
    int[] data = rank == root ? block(root, COUNT) : new int[COUNT];
    world.bcast(data, COUNT, MPI.INT, root);
    Checks.equal(block(root, COUNT), data, "bcast");
    int[] mine = block(rank, COUNT);
    int[] all = rank == root ? new int[size * COUNT] : null;
    world.gather(mine, COUNT, MPI.INT, all, COUNT, MPI.INT, root);
    if (rank == root) {
      Checks.equal(blocks(COUNT), all, "gather");
    }
    int[] part = new int[COUNT];
    world.scatter(all, COUNT, MPI.INT, part, COUNT, MPI.INT, root);
    Checks.equal(mine, part, "scatter");
  }

  private void rootedInPlace(int root) throws MPIException {
    int[] all = new int[size * COUNT];
    System.arraycopy(block(root, COUNT), 0, all, root * COUNT, COUNT);
    world.gather(rank == root ? all : block(rank, COUNT), COUNT, MPI.INT, root);
    if (rank == root) {
      Checks.equal(blocks(COUNT), all, "gather in place");
    }
    int[] part = new int[COUNT];
    world.scatter(rank == root ? all : part, COUNT, MPI.INT, root);
    Checks.equal(rank == root ? new int[COUNT] : block(rank, COUNT), part, "scatter in place");
  }

  private void rootedDirect(int root) throws MPIException {
    IntBuffer data = direct(rank == root ? block(root, COUNT) : new int[COUNT]);
    world.iBcast(data, COUNT, MPI.INT, root).waitFor();
    Checks.equal(block(root, COUNT), array(data), "iBcast");
    IntBuffer all = direct(new int[size * COUNT]);
    world.iGather(direct(block(rank, COUNT)), COUNT, MPI.INT, all, COUNT, MPI.INT, root).waitFor();
    Checks.equal(rank == root ? blocks(COUNT) : new int[size * COUNT], array(all), "iGather");
    IntBuffer part = direct(new int[COUNT]);
    world.iScatter(all, COUNT, MPI.INT, part, COUNT, MPI.INT, root).waitFor();
    Checks.equal(block(rank, COUNT), array(part), "iScatter");
    world.iGather(rank == root ? all : part, COUNT, MPI.INT, root).waitFor();
    world.iScatter(rank == root ? all : part, COUNT, MPI.INT, root).waitFor();
    Checks.equal(block(rank, COUNT), array(part), "iScatter in place");
  }

  /** Rank i has i + 1 elements; between the blocks is a gap of 1. */
  private int[] counts() {
    int[] counts = new int[size + 2];
    Arrays.setAll(counts, i -> i + 1);
    return counts;
  }

  private int[] displacements() {
    int[] displacements = new int[size + 2];
    for (int i = 1; i < size; i++) {
      displacements[i] = displacements[i - 1] + i + 1;
    }
    return displacements;
  }

  private int[] varyingBlocks() {
    int[] displacements = displacements();
    int[] all = new int[displacements[size - 1] + size];
    for (int owner = 0; owner < size; owner++) {
      System.arraycopy(block(owner, owner + 1), 0, all, displacements[owner], owner + 1);
    }
    return all;
  }

  private void varying(int root) throws MPIException {
    int[] expected = varyingBlocks();
    int[] all = new int[expected.length];
    int[] mine = block(rank, rank + 1);
    int[] counts = counts();
    int[] displacements = displacements();
    world.gatherv(
        mine, rank + 1, MPI.INT, rank == root ? all : null, counts, displacements, MPI.INT, root);
    Checks.equal(rank == root ? expected : new int[all.length], all, "gatherv");
    int[] part = new int[rank + 1];
    world.scatterv(
        rank == root ? all : null, counts, displacements, MPI.INT, part, rank + 1, MPI.INT, root);
    Checks.equal(mine, part, "scatterv");
    if (rank == root) {
      int[] again = new int[all.length];
      System.arraycopy(mine, 0, again, displacements[rank], rank + 1);
      world.gatherv(again, counts, displacements, MPI.INT, root);
      Checks.equal(expected, again, "gatherv in place");
      world.scatterv(again, counts, displacements, MPI.INT, root);
    } else {
      world.gatherv(mine, rank + 1, MPI.INT, root);
      Arrays.fill(part, 0);
      world.scatterv(part, rank + 1, MPI.INT, root);
      Checks.equal(mine, part, "scatterv in place");
    }
  }

  private void varyingDirect(int root) throws MPIException {
    int[] expected = varyingBlocks();
    IntBuffer all = direct(new int[expected.length]);
    IntBuffer mine = direct(block(rank, rank + 1));
    int[] counts = counts();
    int[] displacements = displacements();
    world.iGatherv(mine, rank + 1, MPI.INT, all, counts, displacements, MPI.INT, root).waitFor();
    Checks.equal(rank == root ? expected : new int[expected.length], array(all), "iGatherv");
    IntBuffer part = direct(new int[rank + 1]);
    world.iScatterv(all, counts, displacements, MPI.INT, part, rank + 1, MPI.INT, root).waitFor();
    Checks.equal(array(mine), array(part), "iScatterv");
    if (rank == root) {
      world.iGatherv(all, counts, displacements, MPI.INT, root).waitFor();
      Checks.equal(expected, array(all), "iGatherv in place");
      world.iScatterv(all, counts, displacements, MPI.INT, root).waitFor();
    } else {
      world.iGatherv(mine, rank + 1, MPI.INT, root).waitFor();
      world.iScatterv(part, rank + 1, MPI.INT, root).waitFor();
      Checks.equal(array(mine), array(part), "iScatterv in place");
    }
  }

  private void all() throws MPIException {
    int[] all = new int[size * COUNT];
    world.allGather(block(rank, COUNT), COUNT, MPI.INT, all, COUNT, MPI.INT);
    Checks.equal(blocks(COUNT), all, "allGather");
    Arrays.fill(all, 0);
    System.arraycopy(block(rank, COUNT), 0, all, rank * COUNT, COUNT);
    world.allGather(all, COUNT, MPI.INT);
    Checks.equal(blocks(COUNT), all, "allGather in place");
    int[] toAll = new int[size * 2];
    Arrays.setAll(toAll, i -> 100 * rank + i);
    int[] fromAll = new int[size * 2];
    world.allToAll(toAll, 2, MPI.INT, fromAll, 2, MPI.INT);
    int[] expected = new int[size * 2];
    Arrays.setAll(expected, i -> 100 * (i / 2) + 2 * rank + i % 2);
    Checks.equal(expected, fromAll, "allToAll");
  }

  private void allVarying() throws MPIException {
    int[] expected = varyingBlocks();
    int[] all = new int[expected.length];
    world.allGatherv(
        block(rank, rank + 1), rank + 1, MPI.INT, all, counts(), displacements(), MPI.INT);
    Checks.equal(expected, all, "allGatherv");
    Arrays.fill(all, 0);
    System.arraycopy(block(rank, rank + 1), 0, all, displacements()[rank], rank + 1);
    world.allGatherv(all, counts(), displacements(), MPI.INT);
    Checks.equal(expected, all, "allGatherv in place");
    // Rank i sends j + 1 elements to rank j.
    int[] received = new int[size * (rank + 1)];
    int[] receiveCounts = new int[size];
    int[] receiveDisplacements = new int[size];
    Arrays.fill(receiveCounts, rank + 1);
    Arrays.setAll(receiveDisplacements, i -> i * (rank + 1));
    int[] sent = new int[expected.length];
    Arrays.fill(sent, rank);
    world.allToAllv(
        sent,
        counts(),
        displacements(),
        MPI.INT,
        received,
        receiveCounts,
        receiveDisplacements,
        MPI.INT);
    int[] wanted = new int[received.length];
    Arrays.setAll(wanted, i -> i / (rank + 1));
    Checks.equal(wanted, received, "allToAllv");
    IntBuffer into = direct(new int[received.length]);
    world
        .iAllToAllv(
            direct(sent),
            counts(),
            displacements(),
            MPI.INT,
            into,
            receiveCounts,
            receiveDisplacements,
            MPI.INT)
        .waitFor();
    Checks.equal(wanted, array(into), "iAllToAllv");
  }

  private void allDirect() throws MPIException {
    IntBuffer all = direct(new int[size * COUNT]);
    world.iAllGather(direct(block(rank, COUNT)), COUNT, MPI.INT, all, COUNT, MPI.INT).waitFor();
    Checks.equal(blocks(COUNT), array(all), "iAllGather");
    world.iAllGather(all, COUNT, MPI.INT).waitFor();
    Checks.equal(blocks(COUNT), array(all), "iAllGather in place");
    IntBuffer varying = direct(new int[varyingBlocks().length]);
    world
        .iAllGatherv(
            direct(block(rank, rank + 1)),
            rank + 1,
            MPI.INT,
            varying,
            counts(),
            displacements(),
            MPI.INT)
        .waitFor();
    world.iAllGatherv(varying, counts(), displacements(), MPI.INT).waitFor();
    Checks.equal(varyingBlocks(), array(varying), "iAllGatherv");
    IntBuffer fromAll = direct(new int[size]);
    int[] toAll = new int[size];
    Arrays.setAll(toAll, i -> 10 * rank + i);
    world.iAllToAll(direct(toAll), 1, MPI.INT, fromAll, 1, MPI.INT).waitFor();
    int[] expected = new int[size];
    Arrays.setAll(expected, i -> 10 * i + rank);
    Checks.equal(expected, array(fromAll), "iAllToAll");
  }

  private void typed() throws MPIException {
    int[] counts = new int[size];
    Arrays.fill(counts, 1);
    int[] displacements = new int[size];
    Arrays.setAll(displacements, i -> 4 * i);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    int[] toAll = new int[size];
    Arrays.setAll(toAll, i -> 10 * rank + i);
    IntBuffer fromAll = direct(new int[size]);
    world.allToAllw(
        direct(toAll), counts, displacements, types, fromAll, counts, displacements, types);
    int[] expected = new int[size];
    Arrays.setAll(expected, i -> 10 * i + rank);
    Checks.equal(expected, array(fromAll), "allToAllw");
    fromAll = direct(new int[size]);
    world
        .iAllToAllw(
            direct(toAll), counts, displacements, types, fromAll, counts, displacements, types)
        .waitFor();
    Checks.equal(expected, array(fromAll), "iAllToAllw");
  }

  private void sameArray() throws MPIException {
    int[] all = new int[size * COUNT];
    System.arraycopy(block(rank, COUNT), 0, all, 0, COUNT);
    world.allGather(all, COUNT, MPI.INT, all, COUNT, MPI.INT);
    Checks.equal(blocks(COUNT), all, "allGather with one array");
    int[] exchanged = new int[size];
    Arrays.setAll(exchanged, i -> 10 * rank + i);
    world.allToAll(exchanged, 1, MPI.INT, exchanged, 1, MPI.INT);
    int[] expected = new int[size];
    Arrays.setAll(expected, i -> 10 * i + rank);
    Checks.equal(expected, exchanged, "allToAll with one array");
    int[] rooted = block(rank, size);
    world.gather(rooted, 1, MPI.INT, rooted, 1, MPI.INT, 0);
    world.scatter(rooted, 1, MPI.INT, rooted, 1, MPI.INT, 0);
    Checks.equal(value(rank, 0), rooted[0], "scatter with one array");
  }

  /** The rows of a matrix become columns at the root: blocks that lie between each other. */
  private void tiles() throws MPIException {
    Datatype column = Datatype.createVector(COUNT, 1, size, MPI.INT);
    Datatype narrow = Datatype.createResized(column, 0, Integer.BYTES);
    narrow.commit();
    int[] matrix = new int[COUNT * size];
    world.gather(block(rank, COUNT), COUNT, MPI.INT, matrix, 1, narrow, 0);
    int[] expected = new int[COUNT * size];
    Arrays.setAll(expected, i -> value(i % size, i / size));
    Checks.equal(rank == 0 ? expected : new int[COUNT * size], matrix, "columns");
    int[] mine = new int[COUNT];
    int[] counts = new int[size];
    Arrays.fill(counts, 1);
    int[] displacements = new int[size];
    Arrays.setAll(displacements, i -> i);
    world.scatterv(matrix, counts, displacements, narrow, mine, COUNT, MPI.INT, 0);
    Checks.equal(block(rank, COUNT), mine, "columns scattered");
    world.allGather(mine, COUNT, MPI.INT, matrix, 1, narrow);
    Checks.equal(expected, matrix, "columns at all ranks");
    IntBuffer direct = direct(new int[COUNT * size]);
    world.iAllGather(direct(mine), COUNT, MPI.INT, direct, 1, narrow).waitFor();
    Checks.equal(expected, array(direct), "columns at all ranks, direct");
  }

  private void refusals() throws MPIException {
    int[] value = new int[1];
    Checks.refused(MPI.ERR_ROOT, () -> world.bcast(value, 1, MPI.INT, size), "root");
    Checks.refused(MPI.ERR_COUNT, () -> world.bcast(value, -1, MPI.INT, 0), "count");
    Checks.refused(MPI.ERR_BUFFER, () -> world.bcast(value, 2, MPI.INT, 0), "buffer");
    Checks.refused(MPI.ERR_TYPE, () -> world.bcast(value, 1, MPI.DATATYPE_NULL, 0), "type");
    Checks.refused(
        MPI.ERR_TOPOLOGY,
        () -> world.neighborAllGather(value, 1, MPI.INT, value, 1, MPI.INT),
        "topology");
  }
}
