package io.starling.runtime.progress;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Waits for several requests at once (MPI 4.1, section 3.7.5). To be used by the threads that may
 * use their communicators, which are those of one job.
 *
 * <p>Entries that are null and persistent requests that were never started are passed over, as
 * MPI_REQUEST_NULL and inactive requests are. A request that is complete stays so: who goes on
 * waiting for the others takes it out of the list, or sets its entry to null.
 */
public final class Requests {

  /** Instead of an index: no request is complete, or none is left (MPI_UNDEFINED). */
  public static final int NONE = -1;

  private Requests() {}

  /**
   * Waits until all are complete (MPI_Waitall).
   *
   * @throws RuntimeException once all have ended, the first failure in the order of the list; the
   *     others are suppressed in it
   */
  public static void awaitAll(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    awaitUntil(runs, open(runs)::isEmpty);
    throwFailures(runs);
  }

  /**
   * Waits until one is complete (MPI_Waitany).
   *
   * @return the lowest index of a complete one; {@link #NONE} if the list has none to wait for
   * @throws RuntimeException its failure
   */
  public static int awaitAny(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    awaitUntil(runs, () -> engine(runs) == null || firstDone(runs) != NONE);
    return throwFailure(runs, firstDone(runs));
  }

  /**
   * Waits until at least one is complete (MPI_Waitsome).
   *
   * @return the indices of all that are, in ascending order; none if the list has none to wait for
   * @throws RuntimeException the first failure among them; the others are suppressed in it
   */
  public static int[] awaitSome(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    awaitUntil(runs, () -> engine(runs) == null || firstDone(runs) != NONE);
    int[] done = allDone(runs);
    throwFailures(runs);
    return done;
  }

  /**
   * Makes progress once and tells whether all are complete (MPI_Testall).
   *
   * @throws RuntimeException if all have ended, the first failure; the others are suppressed in it
   */
  public static boolean testAll(List<? extends Request> requests) {
    OperationRequest[] runs = progress(requests);
    if (!open(runs).isEmpty()) {
      return false;
    }
    throwFailures(runs);
    return true;
  }

  /**
   * Makes progress once and looks for one that is complete (MPI_Testany).
   *
   * @return the lowest index of a complete one, or {@link #NONE}
   * @throws RuntimeException its failure
   */
  public static int testAny(List<? extends Request> requests) {
    OperationRequest[] runs = progress(requests);
    return throwFailure(runs, firstDone(runs));
  }

  /**
   * Makes progress once and looks for all that are complete (MPI_Testsome).
   *
   * @return their indices, in ascending order
   * @throws RuntimeException the first failure among them; the others are suppressed in it
   */
  public static int[] testSome(List<? extends Request> requests) {
    OperationRequest[] runs = progress(requests);
    int[] done = allDone(runs);
    throwFailures(runs);
    return done;
  }

  /** The runs that the requests stand for; null where there is none. */
  private static OperationRequest[] runs(List<? extends Request> requests) {
    OperationRequest[] runs = new OperationRequest[requests.size()];
    for (int i = 0; i < runs.length; i++) {
      runs[i] =
          switch (requests.get(i)) {
            case null -> null;
            case OperationRequest run -> run;
            case PersistentOperation persistent -> persistent.current();
            case Request other ->
                throw new IllegalArgumentException(
                    "request %d is not Starling's own: %s".formatted(i, other));
          };
    }
    return runs;
  }

  private static OperationRequest[] progress(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    Engine engine = engine(runs);
    if (engine != null) {
      engine.enter();
      try {
        engine.doWork();
      } finally {
        engine.leave();
      }
    }
    return runs;
  }

  /** All requests of a job belong to one engine; null if there are none. */
  private static Engine engine(OperationRequest[] runs) {
    for (OperationRequest run : runs) {
      if (run != null) {
        return run.engine();
      }
    }
    return null;
  }

  private static void awaitUntil(OperationRequest[] runs, BooleanSupplier done) {
    Engine engine = engine(runs);
    if (!done.getAsBoolean()) {
      engine.access().await(null, done, Long.MAX_VALUE);
    } else if (engine != null) {
      engine.settle();
    }
  }

  private static OpenEntries open(OperationRequest[] runs) {
    return new OpenEntries(runs.length, i -> runs[i] == null || runs[i].isDone());
  }

  private static int firstDone(OperationRequest[] runs) {
    for (int i = 0; i < runs.length; i++) {
      if (runs[i] != null && runs[i].isDone()) {
        return i;
      }
    }
    return NONE;
  }

  private static int[] allDone(OperationRequest[] runs) {
    return IntStream.range(0, runs.length)
        .filter(i -> runs[i] != null && runs[i].isDone())
        .toArray();
  }

  private static int throwFailure(OperationRequest[] runs, int index) {
    if (index != NONE && runs[index].failure() != null) {
      throw runs[index].failure();
    }
    return index;
  }

  private static void throwFailures(OperationRequest[] runs) {
    RuntimeException first = null;
    Set<Throwable> told = null;
    for (OperationRequest run : runs) {
      RuntimeException failure = run == null || !run.isDone() ? null : run.failure();
      if (first == null && failure != null) {
        first = failure;
        told = Collections.newSetFromMap(new IdentityHashMap<>());
        told.add(first);
        Collections.addAll(told, first.getSuppressed());
      } else if (failure != null && told.add(failure)) {
        first.addSuppressed(failure);
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
