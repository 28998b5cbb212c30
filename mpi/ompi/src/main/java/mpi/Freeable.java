package mpi;

/** What holds something that the program gives back. */
public interface Freeable {

  /**
   * Gives it back; the object is null afterwards.
   *
   * @throws MPIException if it can't be given back
   */
  void free() throws MPIException;
}
