package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.algorithm.CollectiveKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Makes the cases of the collectives that move data and fold nothing. */
final class MovementCases extends Cases {

  MovementCases(Communicator world, int count) {
    super(world, count);
  }

  List<CollectiveCase> of(CollectiveKind kind, int root) {
    return switch (kind) {
      case BARRIER -> List.of(barrier());
      case BROADCAST -> List.of(broadcast(root));
      case SCATTER -> List.of(scatter(root), scatterv(root));
      case GATHER -> List.of(gather(root), gatherv(root));
      case ALLGATHER -> List.of(allgather(), allgatherv());
      case ALLTOALL -> List.of(alltoall(), alltoallv(), alltoallw());
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL ->
          throw new IllegalArgumentException(kind + " needs a topology");
      default -> throw new IllegalArgumentException(kind + " folds");
    };
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

  private CollectiveCase alltoallw() {
    Layout from = layout(to -> block(rank, to, length(rank, to)));
    Layout into = layout(other -> block(other, rank, length(other, rank)));
    TypedBlocks out = typed(from.counts);
    TypedBlocks in = typed(into.counts);
    return new CollectiveCase(
        "alltoallw, count %d".formatted(count),
        from.all,
        into.all,
        null,
        null,
        false,
        forms(
            (data, result) -> world.alltoallw(data, out, result, in),
            (data, result) -> world.iAlltoallw(data, out, result, in),
            (data, result) -> world.alltoallwInit(data, out, result, in)));
  }

  /** Blocks in reverse order with gaps of one element, which hold zeros. */
  private Layout layout(IntFunction<long[]> blocks) {
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
