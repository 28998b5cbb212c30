package io.starling.executor;

import java.io.Serializable;

/** What a worker answers to a task. */
sealed interface Outcome extends Serializable {

  /**
   * The task has returned.
   *
   * @param nanoseconds how long it ran
   * @param value its result, which its program has made serialisable
   */
  record Returned(long nanoseconds, Object value) implements Outcome {}

  /**
   * The task has thrown, or could not be read.
   *
   * @param nanoseconds how long it ran
   * @param exception what it has thrown, or why it could not be read
   */
  record Thrown(long nanoseconds, Throwable exception) implements Outcome {}

  /** The task was cancelled before it began. */
  record Skipped() implements Outcome {}

  /** How long the task ran. */
  default long nanoseconds() {
    return 0;
  }
}
