package io.starling.runtime.trace;

import io.starling.runtime.progress.Completions;

/** How an event ended. */
enum Ending {
  UNFINISHED,
  COMPLETE,
  TRUNCATED,
  CANCELLED,
  BROKEN;

  private static final Ending[] ALL = values();

  static Ending of(int ordinal) {
    return ALL[ordinal];
  }

  static Ending of(Completions.Failure failure) {
    return switch (failure) {
      case TRUNCATED -> TRUNCATED;
      case CANCELLED -> CANCELLED;
      case BROKEN, UNREACHABLE, UNCERTAIN -> BROKEN;
    };
  }
}
