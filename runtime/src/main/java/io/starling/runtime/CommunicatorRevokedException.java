package io.starling.runtime;

/**
 * Thrown when a rank has revoked the communicator. Only {@code agree()} and {@code shrink()} still
 * work on it, at every rank.
 */
public final class CommunicatorRevokedException extends StarlingException {

  private static final long serialVersionUID = 1L;

  /**
   * Reports one call that the revocation ended.
   *
   * @param message rank, call, communicator and remedy
   */
  public CommunicatorRevokedException(String message) {
    super(message);
  }
}
