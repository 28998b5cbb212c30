package mpi;

import io.starling.mpi.Failures;
import mpjdev.MPJDevException;

/** Thrown by a call that fails. It is unchecked, as in MPJ Express; there are no error handlers. */
public class MPIException extends MPJDevException {

  private static final long serialVersionUID = 1L;

  /** An exception without a message. */
  public MPIException() {}

  /**
   * An exception with a message.
   *
   * @param message what has happened
   */
  public MPIException(String message) {
    super(message);
  }

  /**
   * An exception with a cause.
   *
   * @param cause the reason
   */
  public MPIException(Throwable cause) {
    super(cause);
  }

  private MPIException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What a call throws when something inside has thrown this. */
  static MPIException of(RuntimeException thrown) {
    return thrown instanceof MPIException already
        ? already
        : new MPIException(Failures.of(thrown).getMessage(), thrown);
  }
}
