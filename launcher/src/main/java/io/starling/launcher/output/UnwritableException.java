package io.starling.launcher.output;

/** A file of the user cannot be written; the message names it and says why. */
public final class UnwritableException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  public UnwritableException(String message, Throwable cause) {
    super(message, cause);
  }
}
