package io.starling.collectives.exchange;

import io.starling.collectives.algorithm.CollectiveKind;
import java.util.stream.LongStream;

/** What each kind of collective has to move, with elements of eight bytes. */
final class Problems {

  static final int ELEMENT = 8;

  private Problems() {}

  /** Blocks of about {@code elements} each where ranks have different ones, else one of so many. */
  static Problem of(CollectiveKind kind, int rank, int size, int root, long elements) {
    long bytes = elements * ELEMENT;
    Blocks all = Blocks.equal(size, bytes);
    Blocks one = Blocks.equal(1, bytes);
    return switch (kind) {
      case BARRIER -> Problem.whole(Problem.NO_ROOT, 0, 1, Problem.APART);
      case BROADCAST, REDUCE -> Problem.whole(root, bytes, ELEMENT, Problem.APART);
      case ALLREDUCE, SCAN, EXCLUSIVE_SCAN ->
          Problem.whole(Problem.NO_ROOT, bytes, ELEMENT, Problem.APART);
      case REDUCE_SCATTER -> unequal(rank, size, elements);
      case SCATTER -> new Problem(root, size * bytes, 1, all, one, Problem.APART);
      case GATHER -> new Problem(root, size * bytes, 1, one, all, Problem.APART);
      case ALLGATHER -> new Problem(Problem.NO_ROOT, size * bytes, 1, one, all, Problem.APART);
      case ALLTOALL -> new Problem(Problem.NO_ROOT, size * bytes, 1, all, all, Problem.APART);
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL ->
          throw new IllegalArgumentException(kind + " needs a topology");
    };
  }

  /** The same in place, or null for kinds in which nothing lies in place on all ranks. */
  static Problem inPlace(CollectiveKind kind, int rank, int size, long elements) {
    Problem apart = of(kind, rank, size, Problem.NO_ROOT, elements);
    return switch (kind) {
      case ALLREDUCE, SCAN, EXCLUSIVE_SCAN, REDUCE_SCATTER, ALLTOALL -> at(0, apart);
      case ALLGATHER -> at(apart.result().offset(rank), apart);
      default -> null;
    };
  }

  private static Problem at(long offset, Problem apart) {
    return new Problem(
        apart.root(), apart.bytes(), apart.elementBytes(), apart.data(), apart.result(), offset);
  }

  /** A reduce-scatter of equal blocks. */
  static Problem equalBlocks(int size, long bytes) {
    return new Problem(
        Problem.NO_ROOT,
        size * bytes,
        ELEMENT,
        Blocks.equal(size, bytes),
        Blocks.equal(1, bytes),
        Problem.APART);
  }

  /** Every third block is empty, the others differ. */
  private static Problem unequal(int rank, int size, long elements) {
    long[] lengths = LongStream.range(0, size).map(i -> i % 3 * (elements + i) * ELEMENT).toArray();
    long[] offsets = new long[size];
    for (int i = 1; i < size; i++) {
      offsets[i] = offsets[i - 1] + lengths[i - 1];
    }
    Blocks blocks = Blocks.of(offsets, lengths);
    return new Problem(
        Problem.NO_ROOT,
        blocks.total(),
        ELEMENT,
        blocks,
        Blocks.equal(1, lengths[rank]),
        Problem.APART);
  }
}
