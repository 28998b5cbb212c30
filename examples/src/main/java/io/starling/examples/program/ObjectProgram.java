package io.starling.examples.program;

import io.starling.objects.ObjectStore;

/** What one rank of a program does that needs objects only; its fields are picocli's options. */
@FunctionalInterface
public interface ObjectProgram {

  /**
   * Runs on every rank.
   *
   * @return the exit code
   * @throws BadInputException on all ranks; rank 0 prints the message and exits with code 2
   */
  int run(ObjectStore store, int rank, int ranks) throws BadInputException;
}
