package io.starling.runtime.progress;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How the engine meets news of failures, and reports what the transport says of them. */
public interface FailureWatch {

  /** Makes the one of a rank. */
  @FunctionalInterface
  interface Maker {

    /**
     * A watch without news yet.
     *
     * @param clock counts nanoseconds
     * @param happened runs when waits may be over
     */
    FailureWatch make(Port port, TransferTable transfers, LongSupplier clock, Runnable happened);
  }

  /** Counts a turn of the engine. */
  void turn();

  /** Looks for news if it is time to. */
  void glance();

  /** Whether there is a source of news: an unreachable peer may then be reported soon. */
  boolean isWatched();

  /** Whether a failure or revocation is known that may prevent an operation from completing. */
  boolean knowsAnything();

  /** Refuses an operation that can no longer complete. */
  void check(Operation operation);

  /**
   * The transport has failed for an operation, perhaps because a peer has ended; the news may soon
   * say so.
   *
   * @param otherwise the failure if there is no news
   */
  void doubt(Operation operation, Supplier<RuntimeException> otherwise);
}
