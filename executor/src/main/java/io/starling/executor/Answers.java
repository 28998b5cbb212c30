package io.starling.executor;

import io.starling.collectives.CodecException;
import io.starling.collectives.Communicator;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.ResultRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of the workers. A receive from each of them is open from the first wait to the end:
 * one from any rank would fail with the first rank that dies, and might take the answer of a living
 * one with it.
 */
final class Answers {

  private final Communicator communicator;
  private final Dispatcher dispatcher;
  private final int[] workers;
  private final List<ResultRequest<Outcome>> open = new ArrayList<>();
  private boolean ended;

  Answers(Communicator communicator, Dispatcher dispatcher, int[] workers) {
    this.communicator = communicator;
    this.dispatcher = dispatcher;
    this.workers = workers;
    for (int i = 0; i < workers.length; i++) {
      open.add(null);
    }
  }

  /**
   * Waits for answers or failures and passes them on.
   *
   * @return whether something has come in time
   */
  boolean take(long nanoseconds) {
    List<ResultRequest<Outcome>> requests = begin();
    int[] done;
    try {
      done = Requests.awaitSome(requests, Duration.ofNanos(nanoseconds));
    } catch (RankFailedException e) {
      dispatcher.lost(e);
      return true;
    }
    boolean hasCome = false;
    for (int i : done) {
      ResultRequest<Outcome> request = requests.get(i);
      forget(i);
      if (!request.isCancelled()) {
        dispatcher.landed(workers[i], outcome(request));
        hasCome = true;
      }
    }
    return hasCome;
  }

  private static Outcome outcome(ResultRequest<Outcome> request) {
    try {
      return request.result();
    } catch (CodecException e) {
      return new Outcome.Thrown(0, e);
    }
  }

  /** Lets a receive from each living worker be open; returns them, null for the dead. */
  private synchronized List<ResultRequest<Outcome>> begin() {
    for (int i = 0; i < workers.length; i++) {
      if (dispatcher.isDead(i)) {
        open.set(i, null);
      } else if (open.get(i) == null && !ended) {
        open.set(i, communicator.iReceiveObject(workers[i], Worker.ANSWER));
      }
    }
    return new ArrayList<>(open);
  }

  private synchronized void forget(int index) {
    open.set(index, null);
  }

  /** There will be no more answers. */
  synchronized void end() {
    ended = true;
    for (Request request : open) {
      if (request != null) {
        request.cancel();
      }
    }
  }

  /** Waits for the end of the open receives. */
  synchronized void leave() {
    for (Request request : open) {
      try {
        if (request != null) {
          request.await();
        }
      } catch (RankFailedException e) {
        // Its rank has died after its last answer.
      }
    }
  }
}
