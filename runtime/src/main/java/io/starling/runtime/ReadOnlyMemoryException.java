package io.starling.runtime;

/** Thrown when a call would write into memory that is read-only (MPI_ERR_BUFFER). */
public final class ReadOnlyMemoryException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /**
   * Reports one buffer.
   *
   * @param message rank, call and what the memory is for
   */
  public ReadOnlyMemoryException(String message) {
    super(message);
  }
}
