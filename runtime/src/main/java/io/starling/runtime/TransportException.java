package io.starling.runtime;

/** Thrown when a transport fails: a library is missing, memory ran out, a peer is unreachable. */
public final class TransportException extends StarlingException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure that Starling has detected.
   *
   * @param message rank, peer, operation and remedy
   */
  public TransportException(String message) {
    super(message);
  }

  /**
   * A failure that another exception has caused.
   *
   * @param message rank, peer, operation and remedy
   * @param cause the exception that caused the failure
   */
  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
