package mpi;

import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Requests;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The calls of {@link Request} that take several requests. */
final class RequestArrays {

  private RequestArrays() {}

  /** That of the first request; of the world if there is none. */
  static Errhandler handler(Request... requests) {
    for (Request request : requests) {
      if (request != null) {
        return request.handler();
      }
    }
    return MPI.COMM_WORLD.handler();
  }

  /** What Starling waits for: null for a request that is null or inactive. */
  private static List<io.starling.runtime.Request> current(Request... requests) {
    io.starling.runtime.Request[] current = new io.starling.runtime.Request[requests.length];
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] == null) {
        throw new Failure(ErrorClass.REQUEST, "entry %d of the requests is null".formatted(i));
      }
      current[i] = requests[i].current();
    }
    return Arrays.asList(current);
  }

  private static boolean hasActive(Request... requests) {
    return Arrays.stream(requests).anyMatch(request -> request.current() != null);
  }

  /** MPI says that one of several has failed by a class of its own. */
  private static <T> T inStatus(Supplier<T> call) {
    try {
      return call.get();
    } catch (Failure e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Failure(ErrorClass.IN_STATUS, "a request has failed: " + e.getMessage(), e);
    }
  }

  private static Status noneActive() {
    return Status.empty().at(Values.UNDEFINED);
  }

  static int waitAny(Request... requests) {
    return ended(Requests.awaitAny(current(requests)), requests);
  }

  static int testAny(Request... requests) {
    return ended(Requests.testAny(current(requests)), requests);
  }

  private static int ended(int index, Request... requests) {
    if (index == Requests.NONE) {
      return Values.UNDEFINED;
    }
    requests[index].end();
    return index;
  }

  static Status waitAnyStatus(Request... requests) {
    int index = Requests.awaitAny(current(requests));
    return index == Requests.NONE ? noneActive() : requests[index].conclude().at(index);
  }

  static Status testAnyStatus(Request... requests) {
    int index = Requests.testAny(current(requests));
    if (index != Requests.NONE) {
      return requests[index].conclude().at(index);
    }
    return hasActive(requests) ? null : noneActive();
  }

  static void waitAll(Request... requests) {
    awaitAll(requests);
    endAll(requests);
  }

  static Status[] waitAllStatus(Request... requests) {
    awaitAll(requests);
    return concludeAll(requests);
  }

  private static void awaitAll(Request... requests) {
    List<io.starling.runtime.Request> current = current(requests);
    inStatus(
        () -> {
          Requests.awaitAll(current);
          return true;
        });
  }

  static boolean testAll(Request... requests) {
    boolean over = areAllOver(requests);
    if (over) {
      endAll(requests);
    }
    return over;
  }

  static Status[] testAllStatus(Request... requests) {
    return areAllOver(requests) ? concludeAll(requests) : null;
  }

  private static boolean areAllOver(Request... requests) {
    List<io.starling.runtime.Request> current = current(requests);
    return inStatus(() -> Requests.testAll(current));
  }

  private static void endAll(Request... requests) {
    for (Request request : requests) {
      request.end();
    }
  }

  private static Status[] concludeAll(Request... requests) {
    return Arrays.stream(requests).map(Request::conclude).toArray(Status[]::new);
  }

  private static int[] some(boolean wait, Request... requests) {
    List<io.starling.runtime.Request> current = current(requests);
    if (!hasActive(requests)) {
      return null;
    }
    return inStatus(() -> wait ? Requests.awaitSome(current) : Requests.testSome(current));
  }

  static int[] waitSome(Request... requests) {
    return ended(some(true, requests), requests);
  }

  static int[] testSome(Request... requests) {
    return ended(some(false, requests), requests);
  }

  private static int[] ended(int[] indices, Request... requests) {
    if (indices != null) {
      for (int index : indices) {
        requests[index].end();
      }
    }
    return indices;
  }

  static Status[] waitSomeStatus(Request... requests) {
    return concluded(some(true, requests), requests);
  }

  static Status[] testSomeStatus(Request... requests) {
    return concluded(some(false, requests), requests);
  }

  private static Status[] concluded(int[] indices, Request... requests) {
    return indices == null
        ? null
        : Arrays.stream(indices)
            .mapToObj(index -> requests[index].conclude().at(index))
            .toArray(Status[]::new);
  }
}
