package io.starling.runtime.progress;

import io.starling.runtime.error.CommunicatorRevokedException;
import io.starling.runtime.error.RankFailedException;
import io.starling.runtime.error.StarlingException;

/** Says in an exception which operation failed, or why it is refused. */
final class Failures {

  private Failures() {}

  static RuntimeException of(Operation operation, Throwable cause) {
    return switch (cause) {
      case Error error ->
          new StarlingException(
              "%s failed on rank %d: %s"
                  .formatted(operation.describe(), operation.engine().rank(), describe(error)),
              error);
      case RankFailedException failed -> failed;
      case CommunicatorRevokedException revoked -> revoked;
      case StarlingException known ->
          new StarlingException(operation.describe() + ": " + known.getMessage(), known.getCause());
      default -> (RuntimeException) cause;
    };
  }

  /** What was thrown, where, and what helps: many errors have no message. */
  private static String describe(Error error) {
    String remedy =
        switch (error) {
          case StackOverflowError _ ->
              ". Does it call itself without end? Otherwise: --jvm-arg -Xss8m";
          case OutOfMemoryError _ ->
              ". Give each rank more memory, such as --jvm-arg -Xmx4g, or start fewer on a host";
          default -> "";
        };
    return error + place(error) + remedy;
  }

  /** The first frame outside the JDK: what is there has failed, or has called what did. */
  private static String place(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String module = frame.getModuleName();
      if (module == null || !(module.startsWith("java.") || module.startsWith("jdk."))) {
        return " at " + frame;
      }
    }
    return "";
  }

  /**
   * A message of another length than its receive.
   *
   * @param checked whether the ranks have been asked what they call
   */
  static StarlingException ofLength(
      int rank, int peer, long bytes, long expected, boolean checked) {
    return new StarlingException(
        "rank %d expected %d bytes from rank %d and got %d. %s"
            .formatted(
                rank,
                expected,
                peer,
                bytes,
                checked
                    ? "The ranks call the same collective: another rank tells whose counts do not"
                        + " fit."
                    : "Do all ranks pass the same count, datatype and root? 'starling run --check'"
                        + " finds out."));
  }

  /** An operation that can't be begun because transfers of its last run are open. */
  static IllegalStateException ofBegin(Operation operation, boolean underWay) {
    return new IllegalStateException(
        operation.describe()
            + (underWay
                ? " is still under way"
                : " failed, and %d of its transfers are still under way"
                    .formatted(operation.openTransfers)));
  }
}
