package io.starling.runtime.progress;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A non-blocking operation under way (MPI 4.1, section 3.7). To be used by the threads that may use
 * the communicator. Every method that finds the operation failed throws its {@link
 * io.starling.runtime.error.StarlingException}.
 */
public interface Request {

  /** Makes progress once and tells whether the operation is complete. */
  boolean test();

  /** Makes progress until the operation is complete. */
  void await();

  /**
   * Makes progress until the operation is complete or the time is over; tells whether it is
   * complete.
   */
  boolean await(Duration timeout);

  /**
   * Cancels a receive whose message has not come (MPI_Cancel). Either it gets its message or it is
   * cancelled: {@link #await} returns either way, and {@link #isCancelled} tells. The message that
   * it would have got is left for the next receive. A receive that is complete, or that {@code
   * matchedProbe} has found a message for, is not changed.
   *
   * @throws IllegalStateException if this is no receive: sends can't be cancelled (MPI 4.1
   *     deprecates it, section 3.8.4), and collectives neither
   */
  void cancel();

  /** Whether it has ended without a message because of {@link #cancel} (MPI_Test_cancelled). */
  boolean isCancelled();

  /**
   * What was received.
   *
   * @throws IllegalStateException if this is no receive, or one that is not complete or was
   *     cancelled
   */
  default Status status() {
    throw new IllegalStateException("only a complete receive has a status");
  }

  /**
   * A stage that completes with the operation, on the thread that makes the progress: one that is
   * in any blocking call, {@link #test} or {@link #await}, or Starling's own. It holds up no other
   * thread, but progress by its own.
   */
  CompletionStage<Void> toCompletionStage();
}
