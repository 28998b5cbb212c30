package mpi;

import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.PersistentRequest;

/** A request that can be started many times. */
public final class Prequest extends Request {

  private final Runnable prelude;

  Prequest(PersistentRequest operation, Comm communicator, boolean hasStatus) {
    this(operation, communicator, hasStatus, Prequest::doNothing);
  }

  private static void doNothing() {}

  /** What does something else at each start, and is then over. */
  Prequest(PersistentRequest operation, Comm communicator, boolean hasStatus, Runnable prelude) {
    super(operation, communicator, hasStatus, false);
    this.prelude = prelude;
  }

  /**
   * Starts the operation.
   *
   * @throws MPIException if the request is null
   */
  public void start() throws MPIException {
    Calls.run(handler(), this::begin);
  }

  /**
   * Starts several operations.
   *
   * @param requests what is started
   * @throws MPIException if one is null
   */
  public static void startAll(Prequest[] requests) throws MPIException {
    Calls.run(
        RequestArrays.handler(requests),
        () -> {
          for (Prequest request : requests) {
            if (request == null) {
              throw new Failure(ErrorClass.REQUEST, "a request to be started is null");
            }
            request.begin();
          }
        });
  }

  private void begin() {
    if (!(operation() instanceof PersistentRequest persistent)) {
      throw new Failure(ErrorClass.REQUEST, "a null request can't be started");
    }
    prelude.run();
    persistent.start();
    activate();
  }
}
