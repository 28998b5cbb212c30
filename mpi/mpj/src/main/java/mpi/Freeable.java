package mpi;

/** What a program may give back. */
interface Freeable {

  /**
   * Gives it back.
   *
   * @throws MPIException never
   */
  void free() throws MPIException;
}
