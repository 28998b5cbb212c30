package mpi;

import java.util.function.Supplier;

/** An operation that can be started many times, each time after the last run has ended. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Prequest extends Request {

  private final Supplier<Pending> operation;
  private boolean isStarted;

  Prequest(Supplier<Pending> operation) {
    super((Pending) null);
    this.operation = operation;
  }

  /** Starts it. */
  public void Start() throws MPIException {
    if (pending() != null) {
      throw new MPIException("the request is active; wait for it before it is started again");
    }
    activate(operation.get());
    isStarted = true;
  }

  /**
   * Starts all.
   *
   * @param array_of_request entries may be null
   */
  public static void Startall(Prequest[] array_of_request) throws MPIException {
    for (Prequest request : array_of_request) {
      if (request != null) {
        request.Start();
      }
    }
  }

  @Override
  boolean isInactive() {
    return isStarted && super.isInactive();
  }

  @Override
  Status inactive() {
    return isStarted ? super.inactive() : null;
  }
}
