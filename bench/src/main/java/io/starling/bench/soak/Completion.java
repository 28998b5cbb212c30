package io.starling.bench.soak;

import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits for requests in every way there is. */
final class Completion {

  private static final Duration MOMENT = Duration.ofMillis(1);

  /** After so many looks a rank that shares its core with others had better wait. */
  private static final int MOST_TESTS = 1000;

  private Completion() {}

  static void complete(List<Request> requests, SeededRandom draw) {
    List<Request> open = new ArrayList<>();
    for (int index : draw.order(requests.size())) {
      open.add(requests.get(index));
    }
    switch (draw.below(6)) {
      case 0 -> Requests.awaitAll(open);
      case 1 -> awaitAny(open);
      case 2 -> awaitSome(open);
      case 3 -> testAll(open, draw);
      default -> open.forEach(request -> await(request, draw));
    }
  }

  private static void awaitAny(List<Request> open) {
    int done = Requests.awaitAny(open);
    while (done != Requests.NONE) {
      WrongResultException.check(open.get(done).test(), "awaitAny named one that is not complete");
      open.set(done, null);
      done = Requests.awaitAny(open);
    }
  }

  private static void awaitSome(List<Request> open) {
    int[] done = Requests.awaitSome(open);
    while (done.length > 0) {
      for (int index : done) {
        open.set(index, null);
      }
      done = Requests.awaitSome(open);
    }
  }

  private static void testAll(List<Request> open, SeededRandom draw) {
    boolean one = draw.percent(50);
    for (int i = 0; i < MOST_TESTS && !Requests.testAll(open); i++) {
      if (one) {
        int done = Requests.testAny(open);
        if (done != Requests.NONE) {
          open.set(done, null);
        }
      } else {
        for (int index : Requests.testSome(open)) {
          open.set(index, null);
        }
      }
    }
    Requests.awaitAll(open);
  }

  private static void await(Request request, SeededRandom draw) {
    switch (draw.below(4)) {
      case 0 -> {
        for (int i = 0; i < MOST_TESTS && !request.test(); i++) {
          Thread.onSpinWait();
        }
        request.await();
      }
      case 1 -> {
        boolean done = request.await(MOMENT);
        while (!done) {
          done = request.await(MOMENT);
        }
      }
      case 2 -> {
        var stage = request.toCompletionStage().toCompletableFuture();
        request.await();
        // Another thread may have made the progress, and be on its way to the stage.
        stage.join();
      }
      default -> request.await();
    }
  }
}
