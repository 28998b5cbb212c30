package io.starling.collectives;

import io.starling.runtime.StarlingException;

/**
 * Thrown when an object can't be sent or received as a message: it is not serialisable, this rank
 * lacks its class, or a filter refuses it. The message names the rank, the call, the class and,
 * where it is known, the place in the object. Nothing is left behind: a rank that can't send has
 * sent nothing, and a rank that can't read has received the whole message.
 *
 * @see ObjectMessages
 */
public final class CodecException extends StarlingException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure that another rank reports.
   *
   * @param message rank, call and reason
   */
  public CodecException(String message) {
    super(message);
  }

  /**
   * A failure of this rank's codec.
   *
   * @param message rank, call and reason
   * @param cause what the codec has thrown
   */
  public CodecException(String message, Throwable cause) {
    super(message, cause);
  }
}
