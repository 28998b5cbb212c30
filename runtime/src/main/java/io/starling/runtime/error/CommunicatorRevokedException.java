package io.starling.runtime.error;

/**
 * A rank has revoked the communicator: nothing but {@code agree()} and {@code shrink()} works on it
 * any more, at any rank.
 */
public final class CommunicatorRevokedException extends StarlingException {

  private static final long serialVersionUID = 1L;

  public CommunicatorRevokedException(String message) {
    super(message);
  }
}
