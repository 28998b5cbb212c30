package io.starling.runtime.progress;

import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.MessageTruncatedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;

/** Makes the exceptions that name a failed operation, or the reason of a refusal. */
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
      case MessageTruncatedException truncated ->
          new MessageTruncatedException(named(operation, truncated));
      case StarlingException known ->
          new StarlingException(named(operation, known), known.getCause());
      default -> (RuntimeException) cause;
    };
  }

  /** A message that names the operation once, also where its delegate has done that. */
  private static String named(Operation operation, StarlingException known) {
    String prefix = operation.describe() + ": ";
    String message = known.getMessage();
    return message != null && message.startsWith(prefix) ? message : prefix + message;
  }

  /** The error, its place and a remedy: many errors have no message. */
  private static String describe(Error error) {
    String remedy =
        switch (error) {
          case StackOverflowError _ ->
              ". If the recursion is not endless, enlarge the stack: --jvm-arg -Xss8m";
          case OutOfMemoryError _ ->
              ". Give each rank more memory, such as --jvm-arg -Xmx4g, or start fewer ranks per"
                  + " host";
          default -> "";
        };
    return error + place(error) + remedy;
  }

  /** The first frame outside the JDK: the code that failed, or that called what failed. */
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
   * A message whose length differs from that of its receive.
   *
   * @param checked whether the ranks have compared their calls
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

  /** An operation that can't begin because transfers of its last run are open. */
  static IllegalStateException ofBegin(Operation operation, boolean underWay) {
    return new IllegalStateException(
        operation.describe()
            + (underWay
                ? " is still under way"
                : " failed, and %d of its transfers are still under way"
                    .formatted(operation.openTransfers)));
  }
}
