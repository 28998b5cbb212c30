package io.starling.runtime;

import io.starling.runtime.progress.request.OperationRequest;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A non-blocking operation under way (MPI 4.1, section 3.7). A request may be used by the threads
 * that may use its communicator. If the operation has failed, {@link #test} and {@link #await}
 * throw its {@link StarlingException}. {@code toString()} says what the operation does, or how it
 * ended.
 *
 * <pre>{@code
 * Request request = world.iAllreduce(data, result, ReductionOperator.SUM);
 * compute();
 * request.await();
 * }</pre>
 */
public sealed interface Request permits OperationRequest, PersistentRequest, ResultRequest {

  /**
   * Makes progress once, without waiting (MPI_Test).
   *
   * @return whether the operation is complete
   * @throws StarlingException if the operation has failed
   */
  boolean test();

  /**
   * Makes progress until the operation is complete (MPI_Wait). Returns at once if it is complete
   * already.
   *
   * @throws StarlingException if the operation has failed
   */
  void await();

  /**
   * Makes progress until the operation is complete or the time has elapsed. After that time the
   * operation continues.
   *
   * @param timeout the longest wait; with zero or less it makes progress once
   * @return whether the operation is complete
   * @throws StarlingException if the operation has failed
   */
  boolean await(Duration timeout);

  /**
   * Cancels a receive that has not been matched (MPI_Cancel). The receive then either completes
   * with its message or is cancelled: {@link #await} returns in both cases, and {@link
   * #isCancelled} tells which. A message that the cancelled receive would have matched stays for
   * the next receive that matches it. The call has no effect on a complete receive, or on the
   * receive of a message from {@code matchedProbe}.
   *
   * @throws IllegalStateException if this is not a receive: sends can't be cancelled (MPI 4.1
   *     deprecates it, section 3.8.4), nor can collectives
   */
  void cancel();

  /**
   * Whether {@link #cancel} has ended this receive (MPI_Test_cancelled).
   *
   * @return true if it has ended without a message; false while it is open
   */
  boolean isCancelled();

  /**
   * Source, tag and length of the received message.
   *
   * @return the status of the complete receive
   * @throws IllegalStateException if the operation receives no message, is not complete, or was
   *     cancelled
   */
  default Status status() {
    throw new IllegalStateException("only a complete receive has a status");
  }

  /**
   * A stage that completes with the operation. Its actions run on the thread that makes progress: a
   * thread inside {@link #test}, {@link #await} or any blocking call, or Starling's progress
   * thread. A slow action delays that thread's progress, and no other thread.
   *
   * @return a stage with the status of a receive; with null for other operations and for a
   *     cancelled receive; it completes exceptionally if the operation fails
   */
  CompletionStage<Status> toCompletionStage();
}
