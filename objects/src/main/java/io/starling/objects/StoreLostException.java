package io.starling.objects;

import io.starling.runtime.StarlingException;

/** There is no store, or the connection to it ended; the message says why and what helps. */
public final class StoreLostException extends StarlingException {

  private static final long serialVersionUID = 1;

  /**
   * Made by connections to stores.
   *
   * @param message for people
   */
  public StoreLostException(String message) {
    super(message);
  }

  /**
   * Made by connections to stores.
   *
   * @param message for people
   * @param cause what the system said
   */
  public StoreLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
