package io.starling.runtime;

import io.starling.runtime.progress.request.RequestList;
import java.time.Duration;
import java.util.List;

/**
 * Waits for several requests at once (MPI 4.1, section 3.7.5). All requests of a call belong to
 * communicators of one job; the calling thread may use all of them.
 *
 * <p>Null entries and persistent requests that were never started are skipped, as MPI skips
 * MPI_REQUEST_NULL and inactive requests. A complete request stays complete, so the calls return it
 * again: to wait for the others, remove it from the list or set its entry to null.
 *
 * <pre>{@code
 * Requests.awaitAll(List.of(world.iReceive(halo, left, 0), world.iSend(edge, right, 0)));
 * }</pre>
 */
public final class Requests {

  /** In place of an index: no request is complete, or the list has none (MPI_UNDEFINED). */
  public static final int NONE = -1;

  private Requests() {}

  /**
   * Waits until all requests have ended (MPI_Waitall).
   *
   * @param requests of one job; entries may be null
   * @throws RuntimeException if requests have failed, once all have ended: the failure of the first
   *     of them in the list, with the others as suppressed exceptions
   */
  public static void awaitAll(List<? extends Request> requests) {
    RequestList.awaitAll(requests);
  }

  /**
   * Waits until at least one request has ended (MPI_Waitany).
   *
   * @param requests of one job; entries may be null
   * @return the lowest index of a request that has ended; {@link #NONE} if all entries are skipped
   * @throws RuntimeException if that request has failed: its failure
   */
  public static int awaitAny(List<? extends Request> requests) {
    return RequestList.awaitAny(requests);
  }

  /**
   * Waits until at least one request has ended (MPI_Waitsome).
   *
   * @param requests of one job; entries may be null
   * @return the indices of all requests that have ended, ascending; empty if all entries are
   *     skipped
   * @throws RuntimeException if some of them have failed: the first failure, with the others as
   *     suppressed exceptions
   */
  public static int[] awaitSome(List<? extends Request> requests) {
    return RequestList.awaitSome(requests);
  }

  /**
   * Waits until at least one request has ended or the time has elapsed.
   *
   * @param requests of one job; entries may be null
   * @param timeout the longest wait; with zero or less it makes progress once
   * @return the indices of all requests that have ended, ascending; empty if there are none
   * @throws RuntimeException if some of them have failed: the first failure, with the others as
   *     suppressed exceptions
   */
  public static int[] awaitSome(List<? extends Request> requests, Duration timeout) {
    return RequestList.awaitSome(requests, timeout);
  }

  /**
   * Makes progress once, without waiting (MPI_Testall).
   *
   * @param requests of one job; entries may be null
   * @return whether all requests are complete
   * @throws RuntimeException if all have ended and some have failed: the first failure, with the
   *     others as suppressed exceptions
   */
  public static boolean testAll(List<? extends Request> requests) {
    return RequestList.testAll(requests);
  }

  /**
   * Makes progress once and looks for a request that has ended (MPI_Testany).
   *
   * @param requests of one job; entries may be null
   * @return the lowest index of a request that has ended; {@link #NONE} if there is none
   * @throws RuntimeException if that request has failed: its failure
   */
  public static int testAny(List<? extends Request> requests) {
    return RequestList.testAny(requests);
  }

  /**
   * Makes progress once and looks for all requests that have ended (MPI_Testsome).
   *
   * @param requests of one job; entries may be null
   * @return their indices, ascending; empty if there are none
   * @throws RuntimeException if some of them have failed: the first failure, with the others as
   *     suppressed exceptions
   */
  public static int[] testSome(List<? extends Request> requests) {
    return RequestList.testSome(requests);
  }
}
