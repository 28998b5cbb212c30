package io.starling.examples.program;

import io.starling.collectives.Communicator;
import java.util.List;

/** What each rank opens for itself: all of them can, or none goes on. */
public final class Together {

  private Together() {}

  /** Opens something. */
  @FunctionalInterface
  public interface Opening<T extends AutoCloseable> {

    /**
     * Opens this rank's.
     *
     * @throws BadInputException on this rank alone; the message says why
     */
    T open() throws BadInputException;
  }

  /**
   * Runs on all ranks.
   *
   * @param option what asks for it, for the message
   * @return what this rank has opened
   * @throws BadInputException on all ranks, if one could not; its message is that of the first
   */
  public static <T extends AutoCloseable> T open(
      Communicator world, String option, Opening<T> opening) throws BadInputException {
    T own = null;
    String problem = null;
    try {
      own = opening.open();
    } catch (BadInputException e) {
      problem = e.getMessage();
    }
    List<String> problems = world.allgatherObjects(problem);
    for (int rank = 0; rank < problems.size(); rank++) {
      if (problems.get(rank) != null) {
        close(own);
        throw new BadInputException("%s: rank %d: %s".formatted(option, rank, problems.get(rank)));
      }
    }
    return own;
  }

  private static void close(AutoCloseable own) {
    if (own != null) {
      try {
        own.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
