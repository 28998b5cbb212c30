package io.starling.runtime.bootstrap.client;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/** The answers of the store to a client. For one thread. */
final class StoreAnswers {

  private static final String WAITING = "";
  private static final String PASSED = "passed";

  private final int rank;
  private final int first;
  private final int size;

  /** By key: the number of the request for it, and its value once it has come. */
  private final Map<String, Integer> asked = new HashMap<>();

  private final Map<String, byte[]> found = new HashMap<>();

  /** Per fence that was entered: empty, {@link #PASSED}, or why it can't be passed. */
  private final Map<String, String> fences = new HashMap<>();

  private final Set<String> agreementsEntered = new HashSet<>();
  private final Map<String, Supervision.Agreement> agreements = new HashMap<>();
  private final Queue<Frame> news = new ArrayDeque<>();

  /** The newest request; answers to older ones, which have timed out, are dropped. */
  private int request;

  private byte[] value;
  private ExchangeAnswer exchange;
  private String failure;

  /** The answers to a process of a world that has the processes from {@code first} on. */
  StoreAnswers(int rank, int first, int size) {
    this.rank = rank;
    this.first = first;
    this.size = size;
  }

  void accept(Frame frame) throws IOException {
    switch (frame.type()) {
      case VALUE -> {
        Integer wanted = asked.get(frame.name());
        if (wanted != null && frame.number() >= wanted) {
          found.put(frame.name(), frame.value());
        }
        if (frame.number() == request) {
          value = frame.value();
        }
      }
      case FENCE_PASSED -> fences.replace(frame.name(), PASSED);
      case FENCE_BROKEN -> fences.replace(frame.name(), describe(frame));
      case TABLE, EXCHANGED, EXCHANGE_BROKEN, MISSING -> {
        if (exchange != null && exchange.name().equals(frame.name())) {
          exchange.accept(frame);
        }
      }
      case FAILED, REVOKED -> news.add(frame);
      case AGREED -> {
        if (agreementsEntered.remove(frame.name())) {
          BitSet failed = BitSet.valueOf(frame.value());
          agreements.put(frame.name(), new Supervision.Agreement(frame.number(), failed));
        }
      }
      default -> fail("the launcher sent " + frame.type());
    }
  }

  /** Which rank has broken a fence or an exchange, and why. */
  static String describe(Frame broken) {
    return "rank " + broken.number() + " " + Texts.text(broken.value());
  }

  /** Fails every later request with this reason; the first reason stays. */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
    }
  }

  boolean hasFailed() {
    return failure != null;
  }

  void check() {
    if (failure != null) {
      throw new StarlingException("rank " + rank + " can't use the bootstrap store: " + failure);
    }
  }

  /** Whether {@link #found} waits for a value. */
  boolean hasAskedFor(String key) {
    return asked.containsKey(key);
  }

  /** Numbers the request for a value, which {@link #found} returns. */
  int askFor(String key) {
    asked.put(key, expectValue());
    return request;
  }

  /** Drops the answer to {@link #askFor}, which may come later. */
  void forget(String key) {
    asked.remove(key);
    found.remove(key);
  }

  /** The value, once it has come. */
  Optional<byte[]> found(String key) {
    byte[] answer = found.remove(key);
    if (answer != null) {
      asked.remove(key);
    }
    return Optional.ofNullable(answer);
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

  /** To be called before the exchange is entered; answers to earlier exchanges are dropped. */
  ExchangeAnswer expectExchange(String name) {
    exchange = new ExchangeAnswer(name, first, size);
    return exchange;
  }

  void expectFence(String name) {
    if (isWaitingFor(name)) {
      throw new IllegalStateException("rank " + rank + " is already in fence '" + name + "'");
    }
    fences.put(name, WAITING);
  }

  boolean isWaitingFor(String name) {
    return WAITING.equals(fences.get(name));
  }

  boolean fencePassed(String name) {
    String state = fences.get(name);
    if (state == null) {
      throw new IllegalStateException("rank " + rank + " has not entered fence '" + name + "'");
    }
    if (state.equals(WAITING)) {
      check();
      return false;
    }
    if (!state.equals(PASSED)) {
      throw new StarlingException(
          "fence '%s' can't be passed: %s without entering it".formatted(name, state));
    }
    return true;
  }

  void expectAgreement(String name) {
    if (!agreementsEntered.add(name)) {
      throw new IllegalStateException("rank " + rank + " is already in agreement '" + name + "'");
    }
  }

  Optional<Supervision.Agreement> agreement(String name) {
    return Optional.ofNullable(agreements.remove(name));
  }

  /** The next failure or revocation, or null. */
  Frame news() {
    return news.poll();
  }
}
