package xdev;

/** The root of MPJ Express's exceptions, as programs may name it in a catch clause. */
public class XDevException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** An exception without a message. */
  public XDevException() {}

  /**
   * An exception with a message.
   *
   * @param message what has happened
   */
  public XDevException(String message) {
    super(message);
  }

  /**
   * An exception with a message and a cause.
   *
   * @param message what has happened
   * @param cause the reason
   */
  public XDevException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * An exception with a cause.
   *
   * @param cause the reason
   */
  public XDevException(Throwable cause) {
    super(cause);
  }
}
