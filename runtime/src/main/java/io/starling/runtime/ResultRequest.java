package io.starling.runtime;

import io.starling.runtime.progress.request.DecodedRequest;

/**
 * A request for a result that is an object, such as a received one.
 *
 * <pre>{@code
 * ResultRequest<Task> request = world.iReceiveObject(0, 0);
 * compute();
 * Task task = request.result();
 * }</pre>
 *
 * @param <T> the type of the result
 */
public sealed interface ResultRequest<T> extends Request permits DecodedRequest {

  /**
   * Waits for the operation, as {@link #await} does, and returns its result. Later calls return the
   * same, or throw the same.
   *
   * @return the result, or null if it is null
   * @throws StarlingException if the operation has failed, or its result can't be read
   * @throws IllegalStateException if the receive was cancelled
   */
  T result();
}
