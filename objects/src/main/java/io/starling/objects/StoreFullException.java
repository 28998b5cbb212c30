package io.starling.objects;

import io.starling.runtime.StarlingException;

/** A store has no memory for an object; the message says who holds it. */
public final class StoreFullException extends StarlingException {

  private static final long serialVersionUID = 1;

  /**
   * Made by stores.
   *
   * @param size the bytes that were asked for
   * @param budget the bytes that the store may use
   * @param occupants who holds them
   */
  public StoreFullException(long size, long budget, String occupants) {
    this(
        "the store has no room for %d bytes; it may use %d: %s".formatted(size, budget, occupants));
  }

  /**
   * Made by connections to stores.
   *
   * @param message what the store said
   */
  public StoreFullException(String message) {
    super(message);
  }
}
