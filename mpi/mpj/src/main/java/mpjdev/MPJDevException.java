package mpjdev;

import xdev.XDevException;

/** An exception of the device layer, which MPIException extends. */
public class MPJDevException extends XDevException {

  private static final long serialVersionUID = 1L;

  /** An exception without a message. */
  public MPJDevException() {}

  /**
   * An exception with a message.
   *
   * @param message what has happened
   */
  public MPJDevException(String message) {
    super(message);
  }

  /**
   * An exception with a message and a cause.
   *
   * @param message what has happened
   * @param cause the reason
   */
  public MPJDevException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * An exception with a cause.
   *
   * @param cause the reason
   */
  public MPJDevException(Throwable cause) {
    super(cause);
  }
}
