package io.starling.collectives;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.reduction.ReductionOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Makes the cases of each kind of collective: what ranks pass and what must come of it. */
final class CollectiveCases {

  /** Calls a blocking collective. */
  private interface Run {
    void with(Buffer data, Buffer result);
  }

  /** Starts one. */
  private interface Start<R> {
    R with(Buffer data, Buffer result);
  }

  private final Communicator world;
  private final int count;
  private final int rank;
  private final int size;

  CollectiveCases(Communicator world, int count) {
    this.world = world;
    this.count = count;
    this.rank = world.rank();
    this.size = world.size();
  }

  /** All cases of a kind; {@code root} where it has one. */
  List<CollectiveCase> of(CollectiveKind kind, int root, ReductionOperator operator) {
    return switch (kind) {
      case BARRIER -> List.of(barrier());
      case BROADCAST -> List.of(broadcast(root));
      case REDUCE -> List.of(reduce(operator, root));
      case ALLREDUCE -> List.of(allreduce(operator));
      case SCAN -> List.of(scan(operator));
      case EXCLUSIVE_SCAN -> List.of(exclusiveScan(operator));
      case REDUCE_SCATTER -> List.of(reduceScatterBlock(operator), reduceScatter(operator));
      case SCATTER -> List.of(scatter(root), scatterv(root));
      case GATHER -> List.of(gather(root), gatherv(root));
      case ALLGATHER -> List.of(allgather(), allgatherv());
      case ALLTOALL -> List.of(alltoall(), alltoallv());
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL ->
          throw new IllegalArgumentException(kind + " needs a topology");
    };
  }

  private static long element(int from, int to, long index) {
    return (from + 3L) * 1_000_003 + index * 7919 + ((long) from << 33) + ((long) to << 50);
  }

  /** What a rank has for another one. */
  private static long[] block(int from, int to, long length) {
    return LongStream.range(0, length).map(i -> element(from, to, i)).toArray();
  }

  private static long[] join(List<long[]> blocks) {
    return blocks.stream().flatMapToLong(Arrays::stream).toArray();
  }

  private CollectiveCase.Forms forms(Run run, Start<Request> start, Start<PersistentRequest> init) {
    return new CollectiveCase.Forms() {
      @Override
      public void run(Buffer data, Buffer result) {
        run.with(data, result);
      }

      @Override
      public Request start(Buffer data, Buffer result) {
        return start.with(data, result);
      }

      @Override
      public PersistentRequest init(Buffer data, Buffer result) {
        return init.with(data, result);
      }
    };
  }

  /** The fold of the contributions of ranks {@code 0} to {@code last}. */
  private static long[] folded(ReductionOperator operator, int last, int to, long length) {
    long[] result = block(0, to, length);
    for (int other = 1; other <= last; other++) {
      long[] next = block(other, to, length);
      Arrays.setAll(result, i -> TestOperators.apply(operator, result[i], next[i]));
    }
    return result;
  }

  private CollectiveCase barrier() {
    return new CollectiveCase(
        "barrier",
        null,
        null,
        null,
        null,
        false,
        forms(
            (data, result) -> world.barrier(),
            (data, result) -> world.iBarrier(),
            (data, result) -> world.barrierInit()));
  }

  private CollectiveCase broadcast(int root) {
    boolean isRoot = rank == root;
    long[] all = block(root, 0, count);
    return new CollectiveCase(
        "broadcast, root %d, count %d".formatted(root, count),
        isRoot ? all : null,
        isRoot ? null : all,
        null,
        null,
        false,
        forms(
            (data, result) -> world.broadcast(isRoot ? data : result, root),
            (data, result) -> world.iBroadcast(isRoot ? data : result, root),
            (data, result) -> world.broadcastInit(isRoot ? data : result, root)));
  }

  private CollectiveCase reduce(ReductionOperator operator, int root) {
    boolean isRoot = rank == root;
    long[] all = isRoot ? folded(operator, size - 1, 0, count) : null;
    return new CollectiveCase(
        "reduce, root %d, count %d, %s".formatted(root, count, operator.name()),
        block(rank, 0, count),
        all,
        isRoot ? block(rank, 0, count) : null,
        all,
        false,
        forms(
            (data, result) -> world.reduce(data, result, operator, root),
            (data, result) -> world.iReduce(data, result, operator, root),
            (data, result) -> world.reduceInit(data, result, operator, root)));
  }

  private CollectiveCase allreduce(ReductionOperator operator) {
    long[] own = block(rank, 0, count);
    long[] all = folded(operator, size - 1, 0, count);
    return new CollectiveCase(
        "allreduce, count %d, %s".formatted(count, operator.name()),
        own,
        all,
        own,
        all,
        false,
        forms(
            (data, result) -> world.allreduce(data, result, operator),
            (data, result) -> world.iAllreduce(data, result, operator),
            (data, result) -> world.allreduceInit(data, result, operator)));
  }

  private CollectiveCase scan(ReductionOperator operator) {
    long[] own = block(rank, 0, count);
    long[] all = folded(operator, rank, 0, count);
    return new CollectiveCase(
        "scan, count %d, %s".formatted(count, operator.name()),
        own,
        all,
        own,
        all,
        false,
        forms(
            (data, result) -> world.scan(data, result, operator),
            (data, result) -> world.iScan(data, result, operator),
            (data, result) -> world.scanInit(data, result, operator)));
  }

  /** Rank 0's result stays as it is. */
  private CollectiveCase exclusiveScan(ReductionOperator operator) {
    long[] own = block(rank, 0, count);
    long[] all = rank == 0 ? new long[count] : folded(operator, rank - 1, 0, count);
    return new CollectiveCase(
        "exclusiveScan, count %d, %s".formatted(count, operator.name()),
        own,
        all,
        own,
        rank == 0 ? own : all,
        false,
        forms(
            (data, result) -> world.exclusiveScan(data, result, operator),
            (data, result) -> world.iExclusiveScan(data, result, operator),
            (data, result) -> world.exclusiveScanInit(data, result, operator)));
  }

  private CollectiveCase reduceScatterBlock(ReductionOperator operator) {
    List<long[]> blocks = new ArrayList<>();
    for (int to = 0; to < size; to++) {
      blocks.add(block(rank, to, count));
    }
    long[] own = folded(operator, size - 1, rank, count);
    return new CollectiveCase(
        "reduceScatterBlock, count %d, %s".formatted(count, operator.name()),
        join(blocks),
        own,
        join(blocks),
        anythingAfter(own, (long) size * count),
        false,
        forms(
            (data, result) -> world.reduceScatterBlock(data, result, operator),
            (data, result) -> world.iReduceScatterBlock(data, result, operator),
            (data, result) -> world.reduceScatterBlockInit(data, result, operator)));
  }

  private static long[] anythingAfter(long[] known, long length) {
    long[] all = Arrays.copyOf(known, (int) length);
    Arrays.fill(all, known.length, all.length, CollectiveCase.ANYTHING);
    return all;
  }

  /** Blocks whose lengths differ, some of them empty. */
  private long length(int from, int to) {
    return (from * 5L + to * 3L) % 4 == 0 ? 0 : count / 2 + (from * 7L + to * 11L) % (count + 1);
  }

  private CollectiveCase reduceScatter(ReductionOperator operator) {
    List<long[]> blocks = new ArrayList<>();
    long[] lengths = new long[size];
    for (int to = 0; to < size; to++) {
      lengths[to] = length(0, to + 1);
      blocks.add(block(rank, to, lengths[to]));
    }
    Counts counts = Counts.of(lengths);
    long[] own = folded(operator, size - 1, rank, lengths[rank]);
    return new CollectiveCase(
        "reduceScatter, count %d, %s".formatted(count, operator.name()),
        join(blocks),
        own,
        join(blocks),
        anythingAfter(own, counts.total()),
        false,
        forms(
            (data, result) -> world.reduceScatter(data, result, counts, operator),
            (data, result) -> world.iReduceScatter(data, result, counts, operator),
            (data, result) -> world.reduceScatterInit(data, result, counts, operator)));
  }

  private CollectiveCase scatter(int root) {
    List<long[]> blocks = new ArrayList<>();
    for (int to = 0; to < size; to++) {
      blocks.add(block(root, to, count));
    }
    boolean isRoot = rank == root;
    long[] all = isRoot ? join(blocks) : null;
    return new CollectiveCase(
        "scatter, root %d, count %d".formatted(root, count),
        all,
        block(root, rank, count),
        all,
        all,
        true,
        forms(
            (data, result) -> world.scatter(data, result, root),
            (data, result) -> world.iScatter(data, result, root),
            (data, result) -> world.scatterInit(data, result, root)));
  }

  private CollectiveCase scatterv(int root) {
    Layout layout = layout(to -> block(root, to, length(root, to)));
    boolean isRoot = rank == root;
    long[] all = isRoot ? layout.all : null;
    Counts counts = isRoot ? layout.counts : null;
    return new CollectiveCase(
        "scatterv, root %d, count %d".formatted(root, count),
        all,
        block(root, rank, length(root, rank)),
        all,
        all,
        true,
        forms(
            (data, result) -> world.scatterv(data, counts, result, root),
            (data, result) -> world.iScatterv(data, counts, result, root),
            (data, result) -> world.scattervInit(data, counts, result, root)));
  }

  private CollectiveCase gather(int root) {
    List<long[]> blocks = new ArrayList<>();
    for (int from = 0; from < size; from++) {
      blocks.add(block(from, root, count));
    }
    boolean isRoot = rank == root;
    long[] all = isRoot ? join(blocks) : null;
    return new CollectiveCase(
        "gather, root %d, count %d".formatted(root, count),
        block(rank, root, count),
        all,
        isRoot ? only(all, (long) rank * count, count) : null,
        all,
        false,
        forms(
            (data, result) -> world.gather(data, result, root),
            (data, result) -> world.iGather(data, result, root),
            (data, result) -> world.gatherInit(data, result, root)));
  }

  /** Zeros, but for one block. */
  private static long[] only(long[] all, long from, long length) {
    long[] some = new long[all.length];
    System.arraycopy(all, (int) from, some, (int) from, (int) length);
    return some;
  }

  private CollectiveCase gatherv(int root) {
    Layout layout = layout(from -> block(from, root, length(from, root)));
    boolean isRoot = rank == root;
    Counts counts = isRoot ? layout.counts : null;
    return new CollectiveCase(
        "gatherv, root %d, count %d".formatted(root, count),
        block(rank, root, length(rank, root)),
        isRoot ? layout.all : null,
        isRoot
            ? only(layout.all, layout.counts.displacement(rank), layout.counts.count(rank))
            : null,
        layout.all,
        false,
        forms(
            (data, result) -> world.gatherv(data, result, counts, root),
            (data, result) -> world.iGatherv(data, result, counts, root),
            (data, result) -> world.gathervInit(data, result, counts, root)));
  }

  private CollectiveCase allgather() {
    List<long[]> blocks = new ArrayList<>();
    for (int from = 0; from < size; from++) {
      blocks.add(block(from, 0, count));
    }
    long[] all = join(blocks);
    return new CollectiveCase(
        "allgather, count %d".formatted(count),
        block(rank, 0, count),
        all,
        only(all, (long) rank * count, count),
        all,
        false,
        forms(world::allgather, world::iAllgather, world::allgatherInit));
  }

  private CollectiveCase allgatherv() {
    Layout layout = layout(from -> block(from, 0, length(from, 1)));
    Counts counts = layout.counts;
    return new CollectiveCase(
        "allgatherv, count %d".formatted(count),
        block(rank, 0, length(rank, 1)),
        layout.all,
        only(layout.all, counts.displacement(rank), counts.count(rank)),
        layout.all,
        false,
        forms(
            (data, result) -> world.allgatherv(data, result, counts),
            (data, result) -> world.iAllgatherv(data, result, counts),
            (data, result) -> world.allgathervInit(data, result, counts)));
  }

  private CollectiveCase alltoall() {
    List<long[]> from = new ArrayList<>();
    List<long[]> into = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      from.add(block(rank, other, count));
      into.add(block(other, rank, count));
    }
    return new CollectiveCase(
        "alltoall, count %d".formatted(count),
        join(from),
        join(into),
        join(from),
        join(into),
        false,
        forms(world::alltoall, world::iAlltoall, world::alltoallInit));
  }

  private CollectiveCase alltoallv() {
    Layout from = layout(to -> block(rank, to, length(rank, to)));
    Layout into = layout(other -> block(other, rank, length(other, rank)));
    return new CollectiveCase(
        "alltoallv, count %d".formatted(count),
        from.all,
        into.all,
        null,
        null,
        false,
        forms(
            (data, result) -> world.alltoallv(data, from.counts, result, into.counts),
            (data, result) -> world.iAlltoallv(data, from.counts, result, into.counts),
            (data, result) -> world.alltoallvInit(data, from.counts, result, into.counts)));
  }

  /** Blocks in reverse order with gaps of one element, which hold zeros. */
  private Layout layout(java.util.function.IntFunction<long[]> blocks) {
    long[] lengths = new long[size];
    long[] displacements = new long[size];
    long at = 1;
    for (int i = size - 1; i >= 0; i--) {
      lengths[i] = blocks.apply(i).length;
      displacements[i] = at;
      at += lengths[i] + 1;
    }
    long[] all = new long[(int) at];
    for (int i = 0; i < size; i++) {
      System.arraycopy(blocks.apply(i), 0, all, (int) displacements[i], (int) lengths[i]);
    }
    return new Layout(Counts.of(lengths, displacements), all);
  }

  private record Layout(Counts counts, long[] all) {}
}
