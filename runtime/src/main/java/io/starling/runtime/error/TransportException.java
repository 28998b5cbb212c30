package io.starling.runtime.error;

/** The transport refused: a library is missing, a resource ran out, a peer cannot be reached. */
public final class TransportException extends StarlingException {

  private static final long serialVersionUID = 1L;

  public TransportException(String message) {
    super(message);
  }

  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
