package io.starling.mpi;

import io.starling.collectives.PointToPointCommunicator;

/** Checks of arguments that both dialects have in common: a wrong one has a class of MPI. */
public final class Arguments {

  private Arguments() {}

  /**
   * A count of elements.
   *
   * @param count what the program passes
   * @throws Failure of {@link ErrorClass#COUNT} if it is negative
   */
  public static void count(int count) {
    if (count < 0) {
      throw new Failure(ErrorClass.COUNT, "the count is %d; it is 0 or more".formatted(count));
    }
  }

  /**
   * A rank of a communicator.
   *
   * @param rank what the program passes
   * @param size of the group that it is a rank of
   * @throws Failure of {@link ErrorClass#RANK} if it is none
   */
  public static void rank(int rank, int size) {
    if (rank < 0 || rank >= size) {
      throw new Failure(
          ErrorClass.RANK, "the rank is %d; it is from 0 to %d".formatted(rank, size - 1));
    }
  }

  /**
   * The root of a collective.
   *
   * @param root what the program passes
   * @param size of the communicator
   * @throws Failure of {@link ErrorClass#ROOT} if it is no rank
   */
  public static void root(int root, int size) {
    if (root < 0 || root >= size) {
      throw new Failure(
          ErrorClass.ROOT, "the root is %d; it is from 0 to %d".formatted(root, size - 1));
    }
  }

  /**
   * The tag of a message that is sent.
   *
   * @param tag what the program passes
   * @throws Failure of {@link ErrorClass#TAG} if it is negative or too large
   */
  public static void tag(int tag) {
    if (tag < 0 || tag > PointToPointCommunicator.MAX_TAG) {
      throw new Failure(
          ErrorClass.TAG,
          "the tag is %d; it is from 0 to %d".formatted(tag, PointToPointCommunicator.MAX_TAG));
    }
  }
}
