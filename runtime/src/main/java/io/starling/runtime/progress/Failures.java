package io.starling.runtime.progress;

import io.starling.runtime.error.StarlingException;

/** Says in an exception which operation failed. */
final class Failures {

  private Failures() {}

  static RuntimeException of(Operation operation, Throwable cause) {
    return switch (cause) {
      case Error error ->
          new StarlingException(
              "%s failed on rank %d: %s"
                  .formatted(operation.describe(), operation.engine().rank(), error.getMessage()),
              error);
      case StarlingException known ->
          new StarlingException(operation.describe() + ": " + known.getMessage(), known.getCause());
      default -> (RuntimeException) cause;
    };
  }
}
