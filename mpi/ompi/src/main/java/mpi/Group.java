package mpi;

import io.starling.collectives.Communicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

/** An ordered set of processes (MPI 4.1, section 7.3). */
public final class Group implements Freeable {

  private io.starling.collectives.Group members;

  Group(io.starling.collectives.Group members) {
    this.members = members;
  }

  /** The processes. */
  io.starling.collectives.Group members() {
    if (members == null) {
      throw new Failure(ErrorClass.GROUP, "the group was freed");
    }
    return members;
  }

  /**
   * The number of processes (MPI_Group_size).
   *
   * @return 0 or more
   * @throws MPIException if the group was freed
   */
  public int getSize() throws MPIException {
    return Calls.call(() -> members().size());
  }

  /**
   * The rank of this process (MPI_Group_rank).
   *
   * @return its rank, or UNDEFINED if it is not in the group
   * @throws MPIException if the group was freed
   */
  public int getRank() throws MPIException {
    return Calls.call(() -> rankOrUndefined(members().rankOf(Job.JOB.world().process())));
  }

  private static int rankOrUndefined(int rank) {
    return rank == Communicator.UNDEFINED ? MPI.UNDEFINED : rank;
  }

  @Override
  public void free() throws MPIException {
    Calls.run(
        () -> {
          members();
          if (this != MPI.GROUP_EMPTY) {
            members = null;
          }
        });
  }

  /**
   * Whether this is a null handle.
   *
   * @return true after free
   */
  public boolean isNull() {
    return members == null;
  }

  /**
   * The ranks of processes in another group (MPI_Group_translate_ranks).
   *
   * @param group1 a group
   * @param ranks ranks in it, or PROC_NULL
   * @param group2 another group
   * @return their ranks in the other group, UNDEFINED where there is none
   * @throws MPIException if a rank is not in the first group
   */
  public static int[] translateRanks(Group group1, int[] ranks, Group group2) throws MPIException {
    Objects.requireNonNull(group1, "group1");
    Objects.requireNonNull(group2, "group2");
    int[] asked = ranks.clone();
    return Calls.call(
        () -> {
          var from = group1.members();
          var to = group2.members();
          Arrays.setAll(
              asked,
              i -> asked[i] == MPI.PROC_NULL ? Communicator.PROC_NULL : rank(asked[i], from));
          int[] translated = from.translate(asked, to);
          Arrays.setAll(
              translated,
              i ->
                  translated[i] == Communicator.PROC_NULL
                      ? MPI.PROC_NULL
                      : rankOrUndefined(translated[i]));
          return translated;
        });
  }

  private static int rank(int rank, io.starling.collectives.Group group) {
    if (rank < 0 || rank >= group.size()) {
      throw new Failure(
          ErrorClass.RANK, "rank %d is not in a group of %d".formatted(rank, group.size()));
    }
    return rank;
  }

  /**
   * Compares the processes and their order (MPI_Group_compare).
   *
   * @param group1 a group
   * @param group2 another group
   * @return IDENT, SIMILAR or UNEQUAL
   * @throws MPIException if a group was freed
   */
  public static int compare(Group group1, Group group2) throws MPIException {
    Objects.requireNonNull(group1, "group1");
    Objects.requireNonNull(group2, "group2");
    return Calls.call(
        () ->
            switch (group1.members().compare(group2.members())) {
              case IDENTICAL -> MPI.IDENT;
              case SIMILAR -> MPI.SIMILAR;
              default -> MPI.UNEQUAL;
            });
  }

  /**
   * All processes of both groups (MPI_Group_union).
   *
   * @param group1 a group
   * @param group2 another group
   * @return those of the first, then those of the second that are not in the first
   * @throws MPIException if a group was freed
   */
  public static Group union(Group group1, Group group2) throws MPIException {
    return Calls.call(() -> new Group(group1.members().union(group2.members())));
  }

  /**
   * The processes of both groups (MPI_Group_intersection).
   *
   * @param group1 a group
   * @param group2 another group
   * @return they, in the order of the first
   * @throws MPIException if a group was freed
   */
  public static Group intersection(Group group1, Group group2) throws MPIException {
    return Calls.call(() -> new Group(group1.members().intersection(group2.members())));
  }

  /**
   * The processes of the first group alone (MPI_Group_difference).
   *
   * @param group1 a group
   * @param group2 another group
   * @return they, in the order of the first
   * @throws MPIException if a group was freed
   */
  public static Group difference(Group group1, Group group2) throws MPIException {
    return Calls.call(() -> new Group(group1.members().difference(group2.members())));
  }

  /**
   * The processes of some ranks (MPI_Group_incl).
   *
   * @param ranks each at most once
   * @return the group in this order
   * @throws MPIException if a rank is wrong or given twice
   */
  public Group incl(int[] ranks) throws MPIException {
    int[] chosen = ranks.clone();
    return Calls.call(() -> ofRanks(() -> members().include(chosen)));
  }

  /**
   * The processes of all other ranks (MPI_Group_excl).
   *
   * @param ranks some more than once, as Open MPI allows
   * @return the group without them
   * @throws MPIException if a rank is wrong
   */
  public Group excl(int[] ranks) throws MPIException {
    int[] chosen = Arrays.stream(ranks).distinct().toArray();
    return Calls.call(() -> ofRanks(() -> members().exclude(chosen)));
  }

  /**
   * The processes of ranges of ranks (MPI_Group_range_incl).
   *
   * @param ranges rows of first, last and stride
   * @return the group in this order
   * @throws MPIException if a stride is 0, or a rank is wrong or in two ranges
   */
  public Group rangeIncl(int[][] ranges) throws MPIException {
    Objects.requireNonNull(ranges, "ranges");
    return Calls.call(() -> ofRanks(() -> members().includeRanges(rows(ranges))));
  }

  /**
   * The processes that are in no range (MPI_Group_range_excl).
   *
   * @param ranges rows of first, last and stride
   * @return the group without them
   * @throws MPIException if a stride is 0, or a rank is wrong or in two ranges
   */
  public Group rangeExcl(int[][] ranges) throws MPIException {
    Objects.requireNonNull(ranges, "ranges");
    return Calls.call(() -> ofRanks(() -> members().excludeRanges(rows(ranges))));
  }

  private static io.starling.collectives.Group.Range[] rows(int[]... ranges) {
    return Arrays.stream(ranges)
        .map(row -> new io.starling.collectives.Group.Range(row[0], row[1], row[2]))
        .toArray(io.starling.collectives.Group.Range[]::new);
  }

  /** What Starling refuses here is about ranks. */
  private Group ofRanks(Supplier<io.starling.collectives.Group> made) {
    members();
    try {
      return new Group(made.get());
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.RANK, e.getMessage(), e);
    }
  }
}
