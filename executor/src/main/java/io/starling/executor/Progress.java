package io.starling.executor;

import java.util.function.BooleanSupplier;

/** What takes the answers of the workers at the root. */
sealed interface Progress permits CallerProgress, ThreadProgress {

  /**
   * Waits until a condition about tasks holds.
   *
   * @param nanoseconds the longest wait
   * @return whether it holds
   */
  boolean await(BooleanSupplier condition, long nanoseconds) throws InterruptedException;

  /** Takes what has come, without waiting, where callers do that. */
  void look();

  /** The last task has ended; is called inside the lock. */
  void end();

  /** Waits until nothing of it uses the communicator. */
  void leave();
}
