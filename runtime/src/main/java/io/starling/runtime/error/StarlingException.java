package io.starling.runtime.error;

/**
 * What Starling throws when communication fails. The message names rank, peer, operation and
 * remedy.
 */
public class StarlingException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StarlingException(String message) {
    super(message);
  }

  public StarlingException(String message, Throwable cause) {
    super(message, cause);
  }
}
