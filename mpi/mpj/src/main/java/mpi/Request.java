package mpi;

import io.starling.runtime.Requests;
import java.util.ArrayList;
import java.util.List;

/**
 * A non-blocking operation. When it has ended, {@link #Wait} or {@link #Test} give the program its
 * data and make this object inactive.
 */
@SuppressWarnings({
  "MemberName", // mpiJava's names.
  "checkstyle:VisibilityModifier",
  "checkstyle:IllegalIdentifierName",
  "removal", // Class files may call finalize. It is empty, which costs nothing.
  "Finalize"
})
public class Request {

  /** Not used. */
  public mpjdev.Request req;

  private Pending pending;

  /**
   * An inactive request.
   *
   * @param request not used
   */
  public Request(mpjdev.Request request) {
    req = request;
  }

  Request(Pending pending) {
    this.pending = pending;
  }

  /** Null if it is inactive. */
  Pending pending() {
    return pending;
  }

  void activate(Pending started) {
    pending = started;
  }

  /** What calls on an inactive request give. */
  Status inactive() {
    return MPI.EMPTY_STATUS;
  }

  /** Makes it inactive and gives the program its data. */
  private Status finish() {
    Pending ended = pending;
    pending = null;
    return ended.finish();
  }

  /**
   * Waits for the end.
   *
   * @return the status of a receive; of other operations one without meaning
   */
  public Status Wait() throws MPIException {
    Pending active = pending;
    if (active == null) {
      return inactive();
    }
    pending = null;
    try {
      return active.await();
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Asks whether it has ended.
   *
   * @return as {@link #Wait}; null if it has not ended
   */
  public Status Test() throws MPIException {
    if (pending == null) {
      return inactive();
    }
    try {
      return pending.test() ? finish() : null;
    } catch (RuntimeException e) {
      pending = null;
      throw MPIException.of(e);
    }
  }

  /**
   * Whether it is inactive.
   *
   * @return true after a Wait or a successful Test; false before the first start
   */
  public boolean Is_null() throws MPIException {
    return isInactive();
  }

  boolean isInactive() {
    return pending == null;
  }

  /** Does nothing, as in MPJ Express: the operation goes on, and Wait works. */
  public void Cancel() throws MPIException {}

  /** Does nothing. */
  @Override
  public void finalize() throws MPIException {}

  /**
   * Waits for all.
   *
   * @param array_of_requests may have null and inactive entries
   * @return one status for each; null for null
   */
  public static Status[] Waitall(Request[] array_of_requests) throws MPIException {
    Status[] statuses = new Status[array_of_requests.length];
    for (int i = 0; i < statuses.length; i++) {
      if (array_of_requests[i] != null) {
        statuses[i] = array_of_requests[i].Wait();
      }
    }
    return statuses;
  }

  /**
   * Asks whether all have ended.
   *
   * @param array_of_requests may have null and inactive entries
   * @return as {@link #Waitall}; null if one has not ended
   */
  public static Status[] Testall(Request[] array_of_requests) throws MPIException {
    try {
      for (Request request : array_of_requests) {
        if (request != null && request.pending != null && !request.pending.test()) {
          return null;
        }
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
    return Waitall(array_of_requests);
  }

  /** The requests of a call as Starling has them; null for those that do not count. */
  private static List<io.starling.runtime.Request> active(Request... requests) {
    List<io.starling.runtime.Request> active = new ArrayList<>(requests.length);
    for (Request request : requests) {
      active.add(request == null || request.pending == null ? null : request.pending.request());
    }
    return active;
  }

  /** The first request that had ended at its start, or a negative number. */
  private static int atOnce(Request... requests) {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] != null
          && requests[i].pending != null
          && requests[i].pending.request() == null) {
        return i;
      }
    }
    return Requests.NONE;
  }

  private static Status finish(int index, Request... requests) {
    Status status = requests[index].finish();
    status.index = index;
    return status;
  }

  /**
   * Waits for one.
   *
   * @param array_of_requests may have null and inactive entries
   * @return its status, with its index; the index is UNDEFINED if none is active
   */
  public static Status Waitany(Request[] array_of_requests) throws MPIException {
    try {
      int ended = atOnce(array_of_requests);
      if (ended < 0) {
        ended = Requests.awaitAny(active(array_of_requests));
      }
      return ended < 0 ? Status.ofNone(MPI.NONE) : finish(ended, array_of_requests);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Asks for one that has ended.
   *
   * @param array_of_requests may have null and inactive entries
   * @return its status, with its index; null if none has
   */
  public static Status Testany(Request[] array_of_requests) throws MPIException {
    try {
      int ended = atOnce(array_of_requests);
      if (ended < 0) {
        ended = Requests.testAny(active(array_of_requests));
      }
      return ended < 0 ? null : finish(ended, array_of_requests);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Waits for at least one.
   *
   * @param array_of_requests may have null and inactive entries
   * @return the statuses of all that have ended, each with its index; empty if none is active
   */
  public static Status[] Waitsome(Request[] array_of_requests) throws MPIException {
    try {
      if (atOnce(array_of_requests) < 0) {
        Requests.awaitAny(active(array_of_requests));
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
    return Testsome(array_of_requests);
  }

  /**
   * Asks for those that have ended.
   *
   * @param array_of_requests may have null and inactive entries
   * @return their statuses, each with its index; empty if none has
   */
  public static Status[] Testsome(Request[] array_of_requests) throws MPIException {
    List<Status> statuses = new ArrayList<>();
    try {
      for (int i = 0; i < array_of_requests.length; i++) {
        Request request = array_of_requests[i];
        if (request != null && request.pending != null && request.pending.test()) {
          statuses.add(finish(i, array_of_requests));
        }
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
    return statuses.toArray(Status[]::new);
  }
}
