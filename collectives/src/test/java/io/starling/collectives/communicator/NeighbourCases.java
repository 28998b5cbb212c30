package io.starling.collectives.communicator;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Counts;
import io.starling.collectives.GraphCommunicator;
import io.starling.collectives.NeighbourCommunicator;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Makes the cases of the collectives among neighbours. What must come of them is worked out without
 * asking the communicator: from the rule that names the sender and its block for every source.
 */
final class NeighbourCases {

  /** The block of another rank's data that arrives, or null where nothing does. */
  record Edge(int from, int block) {}

  private final NeighbourCommunicator communicator;
  private final int rank;
  private final List<Edge> arriving;
  private final int leaving;
  private final int count;

  /**
   * The cases of one rank.
   *
   * @param arriving for every source what arrives
   * @param leaving how many destinations there are
   */
  NeighbourCases(NeighbourCommunicator communicator, List<Edge> arriving, int leaving, int count) {
    this.communicator = communicator;
    this.rank = communicator.rank();
    this.arriving = arriving;
    this.leaving = leaving;
    this.count = count;
  }

  List<CollectiveCase> of(CollectiveKind kind) {
    return kind == CollectiveKind.NEIGHBOUR_ALLGATHER
        ? List.of(allgather(), allgatherv())
        : List.of(alltoall(), alltoallv(), alltoallw());
  }

  void check() {
    for (CollectiveKind kind :
        List.of(CollectiveKind.NEIGHBOUR_ALLGATHER, CollectiveKind.NEIGHBOUR_ALLTOALL)) {
      of(kind).forEach(test -> new CollectiveContract(test).check());
    }
  }

  private static long[] block(int from, int number, long length) {
    return LongStream.range(0, length)
        .map(i -> (from + 1L) * 1_000_003 + (number + 1L) * 7919 + (i << 32))
        .toArray();
  }

  private long length(int from, int block) {
    return (from + block) % 3 == 0 ? 0 : count / 2 + (from * 7L + block * 5L) % (count + 1);
  }

  /** Blocks one after the other, from the last one on, with gaps; where nothing comes, zeros. */
  private static final class Blocks {
    private final List<long[]> blocks = new ArrayList<>();

    void add(long... block) {
      blocks.add(block);
    }

    long[] joined() {
      return blocks.stream().flatMapToLong(LongStream::of).toArray();
    }

    Counts counts() {
      long[] counts = blocks.stream().mapToLong(block -> block.length).toArray();
      long[] displacements = new long[counts.length];
      long at = 1;
      for (int i = counts.length - 1; i >= 0; i--) {
        displacements[i] = at;
        at += counts[i] + 1;
      }
      return Counts.of(counts, displacements);
    }

    long[] spread() {
      Counts counts = counts();
      long[] all = new long[(int) counts.total() + blocks.size() + 1];
      for (int i = 0; i < blocks.size(); i++) {
        System.arraycopy(blocks.get(i), 0, all, (int) counts.displacement(i), blocks.get(i).length);
      }
      return all;
    }
  }

  private CollectiveCase allgather() {
    Blocks into = new Blocks();
    arriving.forEach(edge -> into.add(edge == null ? new long[count] : block(edge.from, 0, count)));
    return test(
        "neighbourAllgather",
        block(rank, 0, count),
        into.joined(),
        communicator::neighbourAllgather,
        communicator::iNeighbourAllgather,
        communicator::neighbourAllgatherInit);
  }

  private CollectiveCase allgatherv() {
    Blocks into = new Blocks();
    arriving.forEach(
        edge -> into.add(edge == null ? new long[3] : block(edge.from, 0, length(edge.from, 0))));
    Counts counts = into.counts();
    return test(
        "neighbourAllgatherv",
        block(rank, 0, length(rank, 0)),
        into.spread(),
        (data, result) -> communicator.neighbourAllgatherv(data, result, counts),
        (data, result) -> communicator.iNeighbourAllgatherv(data, result, counts),
        (data, result) -> communicator.neighbourAllgathervInit(data, result, counts));
  }

  private CollectiveCase alltoall() {
    Blocks from = new Blocks();
    for (int i = 0; i < leaving; i++) {
      from.add(block(rank, i, count));
    }
    Blocks into = new Blocks();
    arriving.forEach(
        edge -> into.add(edge == null ? new long[count] : block(edge.from, edge.block, count)));
    return test(
        "neighbourAlltoall",
        from.joined(),
        into.joined(),
        communicator::neighbourAlltoall,
        communicator::iNeighbourAlltoall,
        communicator::neighbourAlltoallInit);
  }

  private CollectiveCase alltoallv() {
    Counts out = leaving().counts();
    Counts in = arriving().counts();
    return test(
        "neighbourAlltoallv",
        leaving().spread(),
        arriving().spread(),
        (data, result) -> communicator.neighbourAlltoallv(data, out, result, in),
        (data, result) -> communicator.iNeighbourAlltoallv(data, out, result, in),
        (data, result) -> communicator.neighbourAlltoallvInit(data, out, result, in));
  }

  private CollectiveCase alltoallw() {
    TypedBlocks out = Cases.typed(leaving().counts());
    TypedBlocks in = Cases.typed(arriving().counts());
    return test(
        "neighbourAlltoallw",
        leaving().spread(),
        arriving().spread(),
        (data, result) -> communicator.neighbourAlltoallw(data, out, result, in),
        (data, result) -> communicator.iNeighbourAlltoallw(data, out, result, in),
        (data, result) -> communicator.neighbourAlltoallwInit(data, out, result, in));
  }

  /** What this rank sends to each neighbour. */
  private Blocks leaving() {
    Blocks from = new Blocks();
    for (int i = 0; i < leaving; i++) {
      from.add(block(rank, i, length(rank, i)));
    }
    return from;
  }

  /** What comes from each neighbour. */
  private Blocks arriving() {
    Blocks into = new Blocks();
    arriving.forEach(
        edge ->
            into.add(
                edge == null
                    ? new long[2]
                    : block(edge.from, edge.block, length(edge.from, edge.block))));
    return into;
  }

  private CollectiveCase test(
      String name,
      long[] data,
      long[] expected,
      CollectiveCase.Run run,
      CollectiveCase.Start<Request> start,
      CollectiveCase.Start<PersistentRequest> init) {
    return new CollectiveCase(
        "%s, count %d, rank %d of %s".formatted(name, count, rank, arriving),
        data,
        expected,
        null,
        null,
        false,
        CollectiveCase.Forms.of(run, start, init));
  }

  /** On a grid: block 2d comes from behind, where it was number 2d + 1, and the other way round. */
  static NeighbourCases onGrid(CartesianCommunicator grid, int count) {
    int[] dimensions = grid.dimensions();
    boolean[] periodic = grid.periodic();
    List<Edge> arriving = new ArrayList<>();
    int stride = grid.size();
    for (int dimension = 0; dimension < dimensions.length; dimension++) {
      int length = dimensions[dimension];
      stride /= length;
      int place = grid.rank() / stride % length;
      for (int step : new int[] {-1, 1}) {
        int other = place + step;
        boolean isThere = periodic[dimension] || (other >= 0 && other < length);
        int from = grid.rank() + (Math.floorMod(other, length) - place) * stride;
        arriving.add(isThere ? new Edge(from, 2 * dimension + (step < 0 ? 1 : 0)) : null);
      }
    }
    return new NeighbourCases(grid, arriving, 2 * dimensions.length, count);
  }

  /**
   * On a graph that is given whole.
   *
   * @param edges all edges, of which each rank lists its own in this order
   */
  static NeighbourCases onGraph(GraphCommunicator graph, List<int[]> edges, int count) {
    List<Edge> arriving = new ArrayList<>();
    for (int[] edge : edges) {
      if (edge[1] == graph.rank()) {
        int block = 0;
        for (int[] earlier : edges.subList(0, edges.indexOf(edge))) {
          block += earlier[0] == edge[0] ? 1 : 0;
        }
        arriving.add(new Edge(edge[0], block));
      }
    }
    int leaving = (int) edges.stream().filter(edge -> edge[0] == graph.rank()).count();
    return new NeighbourCases(graph, arriving, leaving, count);
  }
}
