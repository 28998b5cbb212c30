package io.starling.runtime.bootstrap;

import io.starling.runtime.error.StarlingException;
import java.util.HashMap;
import java.util.Map;

/** What the store has answered to a client so far. For one thread. */
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

  void accept(Frame frame) {
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
  }

  /** Every later question is answered with this; the first reason stays. */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  void check() {
    if (failure != null) {
      throw new StarlingException("rank " + rank + " can't use the bootstrap store: " + failure);
    }
  }

  /** Numbers the next request; to be called before it is sent. */
  int expectValue() {
    value = null;
    return ++request;
  }

  /** The answer to the newest request, or null. */
  byte[] value() {
    return value;
  }

  void expectFence(String name) {
    if (isWaitingFor(name)) {
      throw new IllegalStateException("rank " + rank + " is already in fence '" + name + "'");
    }
    fences.put(name, WAITING);
  }

  boolean isWaitingFor(String name) {
    Integer state = fences.get(name);
    return state != null && state == WAITING;
  }

  boolean fencePassed(String name) {
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
