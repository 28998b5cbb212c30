package io.starling.collectives;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * An ordered set of processes (MPI 4.1, section 7.3). The place of a process in a group is its rank
 * there. A process has a number that is the same in all groups and at all ranks, {@link
 * AnyCommunicator#process}. It is its rank in the communicator of the job; processes that are
 * started later have the next numbers.
 *
 * <pre>{@code
 * // A communicator of every second rank, made by these ranks alone.
 * Group even = world.group().includeRanges(new Group.Range(0, world.size() - 1, 2));
 * if (even.contains(world.process())) {
 *   try (Communicator half = world.createGroup(even, 0)) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>Groups are local: no call communicates. They are immutable and may be shared by threads. A
 * call takes a time proportional to {@code n log n} at most.
 *
 * <p>A wrong argument throws an {@link IllegalArgumentException} that names it and the group.
 */
public final class Group {

  /** The group without processes (MPI_GROUP_EMPTY). */
  public static final Group EMPTY = new Group();

  /**
   * Ranks at equal distances: {@code first}, {@code first + stride} and so on, up to {@code last}
   * or the last one before it.
   *
   * @param first the first rank
   * @param last the limit, which belongs to the range if a whole number of strides leads to it
   * @param stride the distance; not 0, and negative if {@code last} is less than {@code first}
   */
  public record Range(int first, int last, int stride) {

    /**
     * A range that can be walked.
     *
     * @throws IllegalArgumentException if the stride is 0, or leads away from {@code last}
     */
    public Range {
      if (stride == 0) {
        throw new IllegalArgumentException(
            "the range from rank %d to rank %d has the stride 0; use 1 or -1 for all ranks between"
                .formatted(first, last));
      }
      if (first != last && first < last != stride > 0) {
        throw new IllegalArgumentException(
            "the range from rank %d to rank %d has the stride %d, which leads away from rank %d; use %d"
                .formatted(first, last, stride, last, -(long) stride));
      }
    }

    /** The last rank that belongs to the range. */
    private long end() {
      return first + ((long) last - first) / stride * stride;
    }

    private IntStream ranks() {
      long count = ((long) last - first) / stride + 1;
      return IntStream.range(0, Math.toIntExact(count)).map(i -> first + i * stride);
    }
  }

  private final int[] processes;
  private final ProcessIndex index;

  private Group(int... processes) {
    this.processes = processes;
    index = new ProcessIndex(processes);
  }

  /**
   * A group of processes.
   *
   * @param processes their numbers, see {@link AnyCommunicator#process}, in the order of the group
   * @return the group
   * @throws IllegalArgumentException if a number is negative or occurs twice
   */
  public static Group of(int... processes) {
    present("of", "processes", processes);
    Group group = new Group(processes.clone());
    group.index.check();
    return group;
  }

  /**
   * The number of processes (MPI_Group_size).
   *
   * @return 0 or more
   */
  public int size() {
    return processes.length;
  }

  /**
   * The process of a rank.
   *
   * @param rank a rank of this group
   * @return its number, see {@link AnyCommunicator#process}
   */
  public int process(int rank) {
    check(rank);
    return processes[rank];
  }

  /**
   * All processes.
   *
   * @return their numbers in the order of the group; a copy
   */
  public int[] processes() {
    return processes.clone();
  }

  /**
   * The rank of a process. For this one it is MPI_Group_rank: {@code
   * group.rankOf(world.process())}.
   *
   * @param process its number, see {@link AnyCommunicator#process}
   * @return its rank in this group, or {@link Communicator#UNDEFINED} if it is not in it
   */
  public int rankOf(int process) {
    return index.rankOf(process);
  }

  /**
   * Whether a process is in this group.
   *
   * @param process its number, see {@link AnyCommunicator#process}
   * @return true if it has a rank here
   */
  public boolean contains(int process) {
    return rankOf(process) != Communicator.UNDEFINED;
  }

  /**
   * The ranks that processes of this group have in another one (MPI_Group_translate_ranks).
   *
   * @param ranks ranks of this group, in any order and any number of times, or {@link
   *     Communicator#PROC_NULL}
   * @param other the other group
   * @return for each of them the rank in the other group, or {@link Communicator#UNDEFINED} if it
   *     is not in it; {@link Communicator#PROC_NULL} stays
   */
  public int[] translate(int[] ranks, Group other) {
    present("translate", "ranks", ranks);
    present("translate", "other", other);
    int[] translated = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      translated[i] =
          ranks[i] == Communicator.PROC_NULL ? ranks[i] : other.rankOf(process(ranks[i]));
    }
    return translated;
  }

  /**
   * Compares the processes and their order (MPI_Group_compare).
   *
   * @param other another group
   * @return {@link Comparison#IDENTICAL}, {@link Comparison#SIMILAR} or {@link Comparison#UNEQUAL}
   */
  public Comparison compare(Group other) {
    present("compare", "other", other);
    if (equals(other)) {
      return Comparison.IDENTICAL;
    }
    return index.hasTheProcessesOf(other.index) ? Comparison.SIMILAR : Comparison.UNEQUAL;
  }

  /**
   * All processes of both groups (MPI_Group_union).
   *
   * @param other another group
   * @return those of this group in their order, then those of the other that are not in this one
   */
  public Group union(Group other) {
    present("union", "other", other);
    return new Group(
        IntStream.concat(Arrays.stream(processes), Arrays.stream(other.difference(this).processes))
            .toArray());
  }

  /**
   * The processes that are in both groups (MPI_Group_intersection).
   *
   * @param other another group
   * @return they, in the order of this group
   */
  public Group intersection(Group other) {
    present("intersection", "other", other);
    return filter(other::contains);
  }

  /**
   * The processes of this group that are not in another one (MPI_Group_difference).
   *
   * @param other another group
   * @return they, in the order of this group
   */
  public Group difference(Group other) {
    present("difference", "other", other);
    return filter(process -> !other.contains(process));
  }

  private Group filter(IntPredicate condition) {
    return new Group(Arrays.stream(processes).filter(condition).toArray());
  }

  /**
   * The processes of some ranks (MPI_Group_incl).
   *
   * @param ranks ranks of this group, each at most once
   * @return the group in which {@code ranks[i]} has the rank {@code i}
   */
  public Group include(int... ranks) {
    present("include", "ranks", ranks);
    distinct(ranks);
    return new Group(Arrays.stream(ranks).map(rank -> processes[rank]).toArray());
  }

  /**
   * The processes of all other ranks (MPI_Group_excl).
   *
   * @param ranks ranks of this group, each at most once
   * @return the group without them, in the order of this one
   */
  public Group exclude(int... ranks) {
    present("exclude", "ranks", ranks);
    BitSet excluded = distinct(ranks);
    return new Group(
        IntStream.range(0, size())
            .filter(rank -> !excluded.get(rank))
            .map(rank -> processes[rank])
            .toArray());
  }

  /**
   * The processes of ranges of ranks (MPI_Group_range_incl).
   *
   * @param ranges ranges of ranks of this group, which have no rank in common
   * @return the group that has their ranks in this order
   */
  public Group includeRanges(Range... ranges) {
    present("includeRanges", "ranges", ranges);
    return include(expand("includeRanges", ranges));
  }

  /**
   * The processes that are in none of some ranges of ranks (MPI_Group_range_excl).
   *
   * @param ranges ranges of ranks of this group, which have no rank in common
   * @return the group without them, in the order of this one
   */
  public Group excludeRanges(Range... ranges) {
    present("excludeRanges", "ranges", ranges);
    return exclude(expand("excludeRanges", ranges));
  }

  private int[] expand(String call, Range... ranges) {
    for (Range range : ranges) {
      present(call, "a range", range);
      check(range.first);
      check(range.end());
    }
    return Arrays.stream(ranges).flatMapToInt(Range::ranks).toArray();
  }

  private BitSet distinct(int... ranks) {
    BitSet seen = new BitSet(size());
    for (int rank : ranks) {
      check(rank);
      if (seen.get(rank)) {
        throw new IllegalArgumentException(
            "rank %d of the %s is given twice; give each rank once".formatted(rank, this));
      }
      seen.set(rank);
    }
    return seen;
  }

  private void check(long rank) {
    if (rank < 0 || rank >= size()) {
      throw new IllegalArgumentException(
          "rank %d is not in the %s; %s"
              .formatted(
                  rank, this, size() == 0 ? "it has no ranks" : "ranks are 0 to " + (size() - 1)));
    }
  }

  private static void present(String call, String role, Object argument) {
    if (argument == null) {
      throw new IllegalArgumentException("%s got null instead of %s".formatted(call, role));
    }
  }

  /** Whether it has the same processes in the same order. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Group group && Arrays.equals(processes, group.processes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(processes);
  }

  /** The size and the processes: {@code group of 6 processes: 0 to 3, 9, 7}. */
  @Override
  public String toString() {
    return "group of "
        + (size() == 1 ? "1 process" : size() + " processes")
        + ProcessIndex.text(processes);
  }
}
