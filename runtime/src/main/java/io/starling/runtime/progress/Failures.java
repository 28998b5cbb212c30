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
                  .formatted(operation.describe(), operation.engine().rank(), error.getMessage()),
              error);
      case RankFailedException failed -> failed;
      case CommunicatorRevokedException revoked -> revoked;
      case StarlingException known ->
          new StarlingException(operation.describe() + ": " + known.getMessage(), known.getCause());
      default -> (RuntimeException) cause;
    };
  }

  /** A message of another length than its receive. */
  static StarlingException ofLength(int rank, int peer, long bytes, long expected) {
    return new StarlingException(
        "rank %d expected %d bytes from rank %d and got %d. Do all ranks pass the same count, datatype and root? 'starling run --check' finds out."
            .formatted(rank, expected, peer, bytes));
  }

  /** An operation that can't be begun because transfers of its last run are open. */
  static IllegalStateException ofBegin(Operation operation, boolean underWay) {
    return new IllegalStateException(
        operation.describe()
            + (underWay
                ? " is still under way"
                : " failed, and %d of its transfers are still under way"
                    .formatted(operation.openTransfers())));
  }
}
