package io.starling.bench.micro;

import io.starling.bench.report.Labels;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What can be measured; {@link Benchmarks} says how. */
public enum BenchmarkKind {
  PINGPONG(Trait.SIZES),
  /** The same with arrays on the heap, received into a new one each time. */
  ARRAY_PINGPONG(Trait.SIZES),
  /** The same with a record that has an array of so many bytes. */
  OBJECT_PINGPONG(Trait.SIZES),
  BROADCAST(Trait.SIZES, Trait.ALGORITHMS),
  REDUCE(Trait.SIZES, Trait.ALGORITHMS, Trait.FOLDS),
  ALLREDUCE(Trait.SIZES, Trait.ALGORITHMS, Trait.FOLDS),
  ALLGATHER(Trait.SIZES, Trait.ALGORITHMS, Trait.BLOCKS),
  ALLTOALL(Trait.SIZES, Trait.ALGORITHMS, Trait.BLOCKS),
  GATHER(Trait.SIZES, Trait.ALGORITHMS, Trait.BLOCKS),
  SCATTER(Trait.SIZES, Trait.ALGORITHMS, Trait.BLOCKS),
  REDUCE_SCATTER_BLOCK(Trait.SIZES, Trait.ALGORITHMS, Trait.FOLDS, Trait.BLOCKS),
  SCAN(Trait.SIZES, Trait.ALGORITHMS, Trait.FOLDS),
  EXCLUSIVE_SCAN(Trait.SIZES, Trait.ALGORITHMS, Trait.FOLDS),
  BARRIER(Trait.ALGORITHMS),
  /** Computing while a broadcast travels. */
  OVERLAP(Trait.SIZES),
  /** A put to a window of rank 1 and its flush. */
  PUT(Trait.SIZES, Trait.ONE_SIDED),
  /** A get from it and its flush. */
  GET(Trait.SIZES, Trait.ONE_SIDED),
  /** The sum of 8 bytes there, which returns the value before. */
  FETCH_AND_ADD(Trait.ONE_SIDED),
  /** A put while rank 1 computes and calls nothing. */
  PASSIVE_PUT(Trait.SIZES, Trait.ONE_SIDED);

  /** The word for all accesses to windows. */
  public static final String ONE_SIDED = "onesided";

  /** What tells kinds apart. */
  private enum Trait {
    SIZES,
    ALGORITHMS,
    FOLDS,
    BLOCKS,
    ONE_SIDED
  }

  private static final List<Long> DEFAULT_SIZES =
      List.of(8L, 1L << 10, 8L << 10, 64L << 10, 1L << 20, 4L << 20);

  private final List<Trait> traits;

  BenchmarkKind(Trait... traits) {
    this.traits = List.of(traits);
  }

  /** The name on the command line, in the table and in JSON. */
  public String label() {
    return Labels.of(this);
  }

  /** Whether it is a collective, with algorithms of its own. */
  public boolean isCollective() {
    return traits.contains(Trait.ALGORITHMS);
  }

  /** Whether an algorithm can be chosen for it, of {@link #collective}. */
  public boolean hasAlgorithms() {
    return isCollective() || this == OVERLAP;
  }

  /** The collective whose algorithms it runs. */
  public String collective() {
    return switch (this) {
      case OVERLAP -> BROADCAST.label();
      case REDUCE_SCATTER_BLOCK -> "reduce-scatter";
      default -> label();
    };
  }

  /** The bytes by which an algorithm is chosen, where each block has so many. */
  long messageBytes(long bytes, int ranks) {
    return traits.contains(Trait.BLOCKS) ? bytes * ranks : bytes;
  }

  /** Whether it moves data, so that sizes apply. */
  public boolean hasSizes() {
    return traits.contains(Trait.SIZES);
  }

  /** Whether it applies a reduction operator, so that sizes are whole numbers of elements. */
  public boolean folds() {
    return traits.contains(Trait.FOLDS);
  }

  /** Whether MPI libraries are measured in the same way. */
  public boolean isComparable() {
    return this != OVERLAP
        && this != ARRAY_PINGPONG
        && this != OBJECT_PINGPONG
        && this != PASSIVE_PUT;
  }

  /** Whether ranks can write what they send before each message. */
  public boolean canWrite() {
    return isCollective() || this == PINGPONG;
  }

  /** Whether it needs two ranks. */
  public boolean isBetweenTwo() {
    return this == PINGPONG || this == ARRAY_PINGPONG || this == OBJECT_PINGPONG || isOneSided();
  }

  /** Whether rank 0 accesses a window of rank 1. */
  public boolean isOneSided() {
    return traits.contains(Trait.ONE_SIDED);
  }

  /** A word of several benchmarks as their labels, with commas between; others stay as they are. */
  public static String spelledOut(String word) {
    return word.equals(ONE_SIDED)
        ? Arrays.stream(values())
            .filter(BenchmarkKind::isOneSided)
            .map(BenchmarkKind::label)
            .collect(Collectors.joining(","))
        : word;
  }

  /** The sizes in bytes where the user names none. */
  public List<Long> defaultSizes() {
    return this == OVERLAP ? List.of(4L << 20) : DEFAULT_SIZES;
  }
}
