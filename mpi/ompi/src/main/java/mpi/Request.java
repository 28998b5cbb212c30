package mpi;

import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.PersistentRequest;

/** An operation under way. When it is over, the request is null. */
public class Request implements Freeable {

  private io.starling.runtime.Request operation;
  private final Comm communicator;
  private final boolean hasStatus;
  private boolean active;
  private Errhandler errhandler;
  private Object[] kept;

  /**
   * A request of Starling.
   *
   * @param type of what it receives, reads or writes; null if it has no status
   * @param kept stays reachable until it is over
   */
  Request(io.starling.runtime.Request operation, ElementType type, Object... kept) {
    this(operation, null, type != null, true);
    this.kept = kept;
  }

  Request(
      io.starling.runtime.Request operation, Comm communicator, boolean hasStatus, boolean active) {
    this.operation = operation;
    this.communicator = communicator;
    this.hasStatus = hasStatus;
    this.active = active && operation != null;
  }

  /** The same with a handler of its own, for requests of windows and files. */
  final Request with(Errhandler handler) {
    errhandler = handler;
    return this;
  }

  final Errhandler handler() {
    if (errhandler != null) {
      return errhandler;
    }
    return communicator == null ? MPI.COMM_WORLD.handler() : communicator.handler();
  }

  /** What Starling waits for; null if it is null or inactive. */
  final io.starling.runtime.Request current() {
    return active ? operation : null;
  }

  final io.starling.runtime.Request operation() {
    return operation;
  }

  final void activate() {
    active = true;
  }

  /** The outcome of an operation that is over. */
  final Status outcome() {
    if (!active) {
      return Status.empty();
    }
    if (operation.isCancelled()) {
      return Status.ofCancelled();
    }
    if (!hasStatus) {
      return Status.empty();
    }
    try {
      return Status.of(operation.status());
    } catch (IllegalStateException _) {
      return Status.empty();
    }
  }

  /** Makes it null, or inactive if it can be started again. */
  final void end() {
    active = false;
    kept = null;
    if (!(operation instanceof PersistentRequest)) {
      operation = null;
    }
  }

  /** The outcome of an operation that is over; the request is null or inactive afterwards. */
  final Status conclude() {
    Status status = outcome();
    end();
    return status;
  }

  /**
   * Whether it is null.
   *
   * @return true if there is nothing to wait for or to start
   */
  public final boolean isNull() {
    return operation == null;
  }

  /** Forgets the request; its operation goes on. */
  @Override
  public void free() throws MPIException {
    if (operation == null) {
      return;
    }
    Calls.run(
        handler(),
        () -> {
          if (operation instanceof PersistentRequest persistent) {
            Leftovers.close(persistent);
          }
          operation = null;
          active = false;
          kept = null;
        });
  }

  /**
   * Cancels a receive that has not been matched. Sends are not cancelled.
   *
   * @throws MPIException if the request is null
   */
  public final void cancel() throws MPIException {
    Calls.run(
        handler(),
        () -> {
          if (operation == null) {
            throw new Failure(ErrorClass.REQUEST, "a null request can't be cancelled");
          }
          if (active) {
            cancelIfReceive();
          }
        });
  }

  private void cancelIfReceive() {
    try {
      operation.cancel();
    } catch (IllegalStateException _) {
      // A send, which ends as if it had not been cancelled: MPI allows that.
    }
  }

  private void await() {
    if (active) {
      operation.await();
    }
  }

  private boolean isOver() {
    return !active || operation.test();
  }

  /**
   * Waits for the operation.
   *
   * @throws MPIException if it has failed
   */
  public final void waitFor() throws MPIException {
    Calls.run(
        handler(),
        () -> {
          await();
          end();
        });
  }

  /**
   * Waits for the operation.
   *
   * @return its status
   * @throws MPIException if it has failed
   */
  public final Status waitStatus() throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          await();
          return conclude();
        });
  }

  /**
   * Makes progress.
   *
   * @return whether the operation is over
   * @throws MPIException if it has failed
   */
  public final boolean test() throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          if (!isOver()) {
            return false;
          }
          end();
          return true;
        });
  }

  /**
   * Makes progress.
   *
   * @return the status of the operation if it is over, else null
   * @throws MPIException if it has failed
   */
  public final Status testStatus() throws MPIException {
    return Calls.call(handler(), () -> isOver() ? conclude() : null);
  }

  /**
   * Makes progress and leaves the request as it is.
   *
   * @return the status of the operation if it is over, else null
   * @throws MPIException if it has failed
   */
  public final Status getStatus() throws MPIException {
    return Calls.call(handler(), () -> isOver() ? outcome() : null);
  }

  /**
   * Waits for one of several operations.
   *
   * @param requests each null, inactive or under way
   * @return the index of one that is over; UNDEFINED if none was under way
   * @throws MPIException if that one has failed
   */
  public static int waitAny(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.waitAny(requests));
  }

  /**
   * Waits for one of several operations.
   *
   * @param requests each null, inactive or under way
   * @return the status of one that is over, with its index; UNDEFINED if none was under way
   * @throws MPIException if that one has failed
   */
  public static Status waitAnyStatus(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.waitAnyStatus(requests));
  }

  /**
   * Makes progress and looks for an operation that is over.
   *
   * @param requests each null, inactive or under way
   * @return its index, or UNDEFINED
   * @throws MPIException if it has failed
   */
  public static int testAny(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.testAny(requests));
  }

  /**
   * Makes progress and looks for an operation that is over.
   *
   * @param requests each null, inactive or under way
   * @return its status, with its index; null if none is over; index UNDEFINED if none was under way
   * @throws MPIException if it has failed
   */
  public static Status testAnyStatus(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.testAnyStatus(requests));
  }

  /**
   * Waits for all operations.
   *
   * @param requests each null, inactive or under way
   * @throws MPIException if one has failed
   */
  public static void waitAll(Request[] requests) throws MPIException {
    Calls.run(RequestArrays.handler(requests), () -> RequestArrays.waitAll(requests));
  }

  /**
   * Waits for all operations.
   *
   * @param requests each null, inactive or under way
   * @return a status for each
   * @throws MPIException if one has failed
   */
  public static Status[] waitAllStatus(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.waitAllStatus(requests));
  }

  /**
   * Makes progress and looks whether all operations are over.
   *
   * @param requests each null, inactive or under way
   * @return whether all are over
   * @throws MPIException if all are over and one has failed
   */
  public static boolean testAll(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.testAll(requests));
  }

  /**
   * Makes progress and looks whether all operations are over.
   *
   * @param requests each null, inactive or under way
   * @return a status for each, or null if one is not over
   * @throws MPIException if all are over and one has failed
   */
  public static Status[] testAllStatus(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.testAllStatus(requests));
  }

  /**
   * Waits until some operations are over.
   *
   * @param requests each null, inactive or under way
   * @return the indices of those; null if none was under way
   * @throws MPIException if one of them has failed
   */
  public static int[] waitSome(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.waitSome(requests));
  }

  /**
   * Waits until some operations are over.
   *
   * @param requests each null, inactive or under way
   * @return the statuses of those, with their indices; null if none was under way
   * @throws MPIException if one of them has failed
   */
  public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
    return Calls.call(
        RequestArrays.handler(requests), () -> RequestArrays.waitSomeStatus(requests));
  }

  /**
   * Makes progress and looks for operations that are over.
   *
   * @param requests each null, inactive or under way
   * @return their indices, perhaps none; null if none was under way
   * @throws MPIException if one of them has failed
   */
  public static int[] testSome(Request[] requests) throws MPIException {
    return Calls.call(RequestArrays.handler(requests), () -> RequestArrays.testSome(requests));
  }

  /**
   * Makes progress and looks for operations that are over.
   *
   * @param requests each null, inactive or under way
   * @return their statuses, with their indices, perhaps none; null if none was under way
   * @throws MPIException if one of them has failed
   */
  public static Status[] testSomeStatus(Request[] requests) throws MPIException {
    return Calls.call(
        RequestArrays.handler(requests), () -> RequestArrays.testSomeStatus(requests));
  }
}
