package io.starling.runtime;

/** Thrown when a message is longer than the buffer that receives it (MPI_ERR_TRUNCATE). */
public final class MessageTruncatedException extends StarlingException {

  private static final long serialVersionUID = 1L;

  /**
   * Reports one receive.
   *
   * @param message rank, peer, tag and the two lengths
   */
  public MessageTruncatedException(String message) {
    super(message);
  }
}
