package io.starling.runtime.bootstrap;

import io.starling.runtime.error.StarlingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** What the store has answered to a client, handed from the thread that receives to its user. */
final class StoreAnswers {

  private static final int WAITING = -1;
  private static final int PASSED = -2;

  private final int rank;
  /** Per fence that was entered: waiting, passed, or the rank that broke it. */
  private final Map<String, Integer> fences = new HashMap<>();

  /** The newest request; answers to older ones, given up by their timeout, are dropped. */
  private int request;

  private byte[] value;
  private String failure;

  StoreAnswers(int rank) {
    this.rank = rank;
  }

  synchronized void accept(Frame frame) {
    switch (frame.type()) {
      case VALUE -> {
        if (frame.number() == request) {
          value = frame.value();
        }
      }
      case FENCE_PASSED -> fences.replace(frame.name(), PASSED);
      case FENCE_BROKEN -> fences.replace(frame.name(), frame.number());
      default -> fail("the launcher sent " + frame.type());
    }
    notifyAll();
  }

  /** Every later question is answered with this; the first reason stays. */
  synchronized void fail(String reason) {
    if (failure == null) {
      failure = reason;
    }
    notifyAll();
  }

  synchronized void check() {
    if (failure != null) {
      throw new StarlingException("rank " + rank + " can't use the bootstrap store: " + failure);
    }
  }

  /** To be called before the request is sent, for the answer may be fast. */
  synchronized int expectValue() {
    value = null;
    return ++request;
  }

  synchronized byte[] awaitValue(String key, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      while (value == null) {
        check();
        long nanoseconds = deadline - System.nanoTime();
        if (nanoseconds <= 0) {
          throw new StarlingException(
              "rank %d waited %s for key '%s' and no rank has put it; have all ranks started?"
                  .formatted(rank, timeout.toMillis() + " ms", key));
        }
        wait(nanoseconds / 1_000_000, (int) (nanoseconds % 1_000_000));
      }
      return value;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StarlingException(
          "rank " + rank + " was interrupted while it waited for key '" + key + "'", e);
    }
  }

  synchronized void expectFence(String name) {
    Integer state = fences.get(name);
    if (state != null && state == WAITING) {
      throw new IllegalStateException("rank " + rank + " is already in fence '" + name + "'");
    }
    fences.put(name, WAITING);
  }

  synchronized boolean fencePassed(String name) {
    Integer state = fences.get(name);
    if (state == null) {
      throw new IllegalStateException("rank " + rank + " has not entered fence '" + name + "'");
    }
    if (state >= 0) {
      throw new StarlingException(
          "fence '%s' can't be passed: rank %d has left the job without entering it"
              .formatted(name, state));
    }
    if (state == WAITING) {
      check();
    }
    return state == PASSED;
  }
}
