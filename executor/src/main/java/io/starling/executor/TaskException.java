package io.starling.executor;

/**
 * Stands for an exception of a task that can't be sent, because it or something in it is not
 * serialisable. The message names the rank, the class and the message of the exception; the stack
 * trace is that of the exception.
 */
public final class TaskException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The class of the exception. */
  private final String type;

  private TaskException(String message, String type) {
    super(message);
    this.type = type;
  }

  /** Describes an exception and its causes. */
  static TaskException of(Throwable thrown, int rank) {
    return of(thrown, "rank " + rank + ": ", 0);
  }

  private static TaskException of(Throwable thrown, String prefix, int depth) {
    String type = thrown.getClass().getName();
    TaskException described = new TaskException(prefix + thrown, type);
    described.setStackTrace(thrown.getStackTrace());
    if (thrown.getCause() != null && depth < 20) {
      described.initCause(of(thrown.getCause(), "", depth + 1));
    }
    return described;
  }

  /**
   * The class of the exception that the task has thrown.
   *
   * @return its name, such as {@code com.example.NoSolution}
   */
  public String type() {
    return type;
  }
}
