package io.starling.mpi;

/** A call that has failed, before its dialect's error handler has seen it. */
public final class Failure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorClass errorClass;

  /**
   * A failure that is found before anything is sent.
   *
   * @param errorClass the class that MPI gives it
   * @param detail which argument is wrong, what it is, and what was expected
   */
  public Failure(ErrorClass errorClass, String detail) {
    this(errorClass, detail, null);
  }

  /**
   * A failure of Starling.
   *
   * @param errorClass the class that MPI gives it
   * @param detail what has happened
   * @param cause what Starling has thrown
   */
  public Failure(ErrorClass errorClass, String detail, Throwable cause) {
    super(errorClass.text() + ": " + detail, cause);
    this.errorClass = errorClass;
  }

  /**
   * The class that MPI gives it.
   *
   * @return never null
   */
  public ErrorClass errorClass() {
    return errorClass;
  }
}
