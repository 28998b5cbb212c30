package mpi;

/** A call that has failed, with the code and class that MPI gives the error. */
@SuppressWarnings("checkstyle:name") // The API's name.
public final class MPIException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int code;
  private final int errorClass;

  MPIException(int code, int errorClass, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.errorClass = errorClass;
  }

  /**
   * An error of the program, of code and class 0.
   *
   * @param message what has happened
   */
  public MPIException(String message) {
    super(message);
    code = 0;
    errorClass = 0;
  }

  /**
   * An error of the program, of code and class 0, with the stack trace of its cause.
   *
   * @param cause what has happened
   */
  public MPIException(Throwable cause) {
    super(cause);
    setStackTrace(cause.getStackTrace());
    code = 0;
    errorClass = 0;
  }

  /**
   * The error code.
   *
   * @return that of MPI, or 0
   */
  public int getErrorCode() {
    return code;
  }

  /**
   * The error class.
   *
   * @return one of {@code MPI.ERR_*}, or 0
   */
  public int getErrorClass() {
    return errorClass;
  }
}
