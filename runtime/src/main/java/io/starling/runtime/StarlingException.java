package io.starling.runtime;

/**
 * Thrown when communication fails. The message names the rank, the peer, the operation and a
 * remedy. Wrong arguments are an {@link IllegalArgumentException}, calls at the wrong time or on
 * the wrong thread an {@link IllegalStateException}.
 */
public class StarlingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure that Starling has detected.
   *
   * @param message rank, peer, operation and remedy
   */
  public StarlingException(String message) {
    super(message);
  }

  /**
   * A failure that another exception has caused.
   *
   * @param message rank, peer, operation and remedy
   * @param cause the exception that caused the failure
   */
  public StarlingException(String message, Throwable cause) {
    super(message, cause);
  }
}
