package io.starling.objects;

import io.starling.runtime.StarlingException;

/**
 * The store of this program has reached too few other stores for so long that it answers no calls.
 * The message says which stores are missing and what helps. Calls work again when the store reaches
 * enough others; a call that failed may have been done by then, and may be repeated.
 */
public final class NoQuorumException extends StarlingException {

  private static final long serialVersionUID = 1;

  /**
   * Made by connections to stores.
   *
   * @param message for people
   */
  public NoQuorumException(String message) {
    super(message);
  }
}
