package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.runtime.ReductionOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes the cases of the collectives that fold. */
final class ReductionCases extends Cases {

  ReductionCases(Communicator world, int count) {
    super(world, count);
  }

  List<CollectiveCase> of(CollectiveKind kind, int root, ReductionOperator operator) {
    return switch (kind) {
      case REDUCE -> List.of(reduce(operator, root));
      case ALLREDUCE -> List.of(allreduce(operator));
      case SCAN -> List.of(scan(operator));
      case EXCLUSIVE_SCAN -> List.of(exclusiveScan(operator));
      case REDUCE_SCATTER -> List.of(reduceScatterBlock(operator), reduceScatter(operator));
      default -> throw new IllegalArgumentException(kind + " folds nothing");
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
}
