package io.starling.examples.program;

import io.starling.collectives.Communicator;

/** What one rank does; its fields are picocli's options. */
@FunctionalInterface
public interface RankProgram {

  /**
   * Runs on every rank.
   *
   * @return the exit code, the same on all ranks
   * @throws BadInputException on all ranks; rank 0 prints the message and the exit code is 2
   */
  int run(Communicator world) throws BadInputException;
}
