package mpi;

import io.starling.collectives.Comparison;
import io.starling.collectives.Group.Range;

/** An ordered set of processes. */
@SuppressWarnings({
  "MemberName", // mpiJava's names.
  "checkstyle:VisibilityModifier",
  "removal", // Class files may call finalize. It is empty, which costs nothing.
  "Finalize"
})
public class Group implements Freeable {

  /** The code of the empty group. */
  public static final int EMPTY = 3;

  /** Not used. */
  public mpjdev.Group mpjdevGroup;

  /** {@link #EMPTY} or -1. */
  public int code = -1;

  /** Null for GROUP_NULL. */
  private final io.starling.collectives.Group group;

  /**
   * A null group.
   *
   * @param group not used
   */
  public Group(mpjdev.Group group) {
    mpjdevGroup = group;
    this.group = null;
  }

  Group(io.starling.collectives.Group group) {
    this.group = group;
    if (group.size() == 0) {
      code = EMPTY;
    }
  }

  io.starling.collectives.Group starlings() {
    if (group == null) {
      throw new MPIException("the group is null");
    }
    return group;
  }

  private static io.starling.collectives.Group starlings(Group group) {
    if (group == null) {
      throw new MPIException("the group is null");
    }
    return group.starlings();
  }

  /**
   * The number of processes.
   *
   * @return 0 or more; -1 for the null group
   */
  public int Size() throws MPIException {
    return group == null ? MPI.NONE : group.size();
  }

  /**
   * The rank of this process.
   *
   * @return the rank, or UNDEFINED if it is not in the group
   */
  public int Rank() throws MPIException {
    return group == null ? MPI.NONE : group.rankOf(Session.thisProcess());
  }

  /**
   * The ranks of processes in another group.
   *
   * @param group1 a group
   * @param ranks1 ranks in it
   * @param group2 another group
   * @return their ranks in the other group, or UNDEFINED
   */
  public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2)
      throws MPIException {
    try {
      return starlings(group1).translate(ranks1, starlings(group2));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Compares groups.
   *
   * @param group1 a group
   * @param group2 another group
   * @return IDENT, SIMILAR or UNEQUAL
   */
  public static int Compare(Group group1, Group group2) throws MPIException {
    return code(starlings(group1).compare(starlings(group2)));
  }

  static int code(Comparison comparison) {
    return switch (comparison) {
      case IDENTICAL -> MPI.IDENT;
      case CONGRUENT -> MPI.CONGRUENT;
      case SIMILAR -> MPI.SIMILAR;
      case UNEQUAL -> MPI.UNEQUAL;
    };
  }

  /**
   * All processes of both.
   *
   * @param group1 comes first
   * @param group2 adds those that the first lacks
   * @return the new group
   */
  public static Group Union(Group group1, Group group2) throws MPIException {
    return new Group(starlings(group1).union(starlings(group2)));
  }

  /**
   * The processes that are in both.
   *
   * @param group1 gives the order
   * @param group2 another group
   * @return the new group
   */
  public static Group Intersection(Group group1, Group group2) throws MPIException {
    return new Group(starlings(group1).intersection(starlings(group2)));
  }

  /**
   * The processes of one that are not in the other.
   *
   * @param group1 gives the processes and their order
   * @param group2 another group
   * @return the new group
   */
  public static Group Difference(Group group1, Group group2) throws MPIException {
    return new Group(starlings(group1).difference(starlings(group2)));
  }

  /**
   * Some processes.
   *
   * @param ranks in the order of the new group
   * @return the new group
   */
  public Group Incl(int[] ranks) throws MPIException {
    try {
      return new Group(starlings().include(ranks));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * All other processes.
   *
   * @param ranks that are left out
   * @return the new group
   */
  public Group Excl(int[] ranks) throws MPIException {
    try {
      return new Group(starlings().exclude(ranks));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * The processes of ranges.
   *
   * @param ranges each first, last and stride
   * @return the new group
   */
  public Group Range_incl(int[][] ranges) throws MPIException {
    try {
      return new Group(starlings().include(expand(ranges)));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * The processes outside ranges.
   *
   * @param ranges each first, last and stride
   * @return the new group
   */
  public Group Range_excl(int[][] ranges) throws MPIException {
    try {
      return new Group(starlings().exclude(expand(ranges)));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** The last rank may be beyond the group if no stride leads to it. */
  private static int[] expand(int[]... ranges) {
    java.util.stream.IntStream.Builder ranks = java.util.stream.IntStream.builder();
    for (int[] range : ranges) {
      Range checked = new Range(range[0], range[1], range[2]);
      int count = (checked.last() - checked.first()) / checked.stride();
      for (int i = 0; i <= count; i++) {
        ranks.add(checked.first() + i * checked.stride());
      }
    }
    return ranks.build().toArray();
  }

  /** Does nothing. */
  @Override
  public void finalize() throws MPIException {}

  /** Does nothing. */
  @Override
  public void free() {}
}
