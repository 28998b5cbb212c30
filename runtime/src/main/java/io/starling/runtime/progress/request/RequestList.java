package io.starling.runtime.progress.request;

import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.progress.Engine;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Implements {@link Requests}, which documents each method. */
public final class RequestList {

  private static final int NONE = Requests.NONE;

  private RequestList() {}

  public static void awaitAll(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    awaitUntil(runs, open(runs)::isEmpty);
    throwFailures(runs);
  }

  public static int awaitAny(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    awaitUntil(runs, () -> engine(runs) == null || firstDone(runs) != NONE);
    return throwFailure(runs, firstDone(runs));
  }

  public static int[] awaitSome(List<? extends Request> requests) {
    OperationRequest[] runs = runs(requests);
    awaitUntil(runs, () -> engine(runs) == null || firstDone(runs) != NONE);
    int[] done = allDone(runs);
    throwFailures(runs);
    return done;
  }

  public static int[] awaitSome(List<? extends Request> requests, Duration timeout) {
    OperationRequest[] runs = runs(requests);
    long nanoseconds = OperationRequest.nanoseconds(timeout);
    Engine engine = engine(runs);
    if (engine != null && firstDone(runs) == NONE) {
      engine.waits().await(null, () -> firstDone(runs) != NONE, nanoseconds);
    }
    int[] done = allDone(runs);
    throwFailures(runs);
    return done;
  }

  public static boolean testAll(List<? extends Request> requests) {
    OperationRequest[] runs = progress(requests);
    if (!open(runs).isEmpty()) {
      return false;
    }
    throwFailures(runs);
    return true;
  }

  public static int testAny(List<? extends Request> requests) {
    OperationRequest[] runs = progress(requests);
    return throwFailure(runs, firstDone(runs));
  }

  public static int[] testSome(List<? extends Request> requests) {
    OperationRequest[] runs = progress(requests);
    int[] done = allDone(runs);
    throwFailures(runs);
    return done;
  }

  /** The run of each request, or null. */
  private static OperationRequest[] runs(List<? extends Request> requests) {
    if (requests == null) {
      throw new IllegalArgumentException("requests must be a list, not null");
    }
    OperationRequest[] runs = new OperationRequest[requests.size()];
    for (int i = 0; i < runs.length; i++) {
      runs[i] =
          switch (requests.get(i)) {
            case null -> null;
            case OperationRequest run -> run;
            case DecodedRequest<?> decoded -> decoded.run();
            case PersistentOperation persistent -> persistent.current();
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
        engine.look();
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
      engine.waits().await(done);
    } else if (engine != null) {
      engine.waits().settle();
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
