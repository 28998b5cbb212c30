package io.starling.collectives.job;

import io.starling.runtime.StarlingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs an action on one thread per rank. */
final class RankThreads {

  private static final Duration LOOK = Duration.ofMillis(200);

  /** How long ranks may take to end after a failure. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** What a rank does. */
  interface RankAction {
    void run(int rank, RankThreads ranks) throws Exception;
  }

  /** An action without a rank. */
  interface Action {
    void run() throws Exception;
  }

  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final IntPredicate isStalled;

  private RankThreads(int size, RankAction program, IntPredicate isStalled) {
    this.isStalled = isStalled;
    for (int rank = 0; rank < size; rank++) {
      int itsRank = rank;
      threads.add(
          Thread.ofPlatform()
              .name("rank-" + rank)
              .daemon()
              .unstarted(() -> run(itsRank, size, program)));
    }
  }

  /**
   * Runs the ranks; returns when all have returned. The first failure interrupts the others and is
   * thrown; its suppressed exceptions name the rank, and those that did not end.
   *
   * @param isStalled whether a rank waits and nothing has happened for a while
   * @throws StarlingException if all remaining ranks wait for messages that do not come, or this
   *     thread is interrupted
   */
  static void run(int size, RankAction program, IntPredicate isStalled) {
    RankThreads ranks = new RankThreads(size, program, isStalled);
    ranks.threads.forEach(Thread::start);
    try {
      ranks.awaitAll();
    } catch (InterruptedException e) {
      ranks.fail(new StarlingException("interrupted while the ranks ran", e));
      ranks.awaitGrace();
      Thread.currentThread().interrupt();
    }
    rethrow(ranks.failure.get());
  }

  /** Ends the other ranks and, by an exception, this one; the job fails even if it is caught. */
  void abort(int status, String reason) {
    StarlingException aborted = new StarlingException(reason);
    fail(aborted);
    throw aborted;
  }

  private void run(int rank, int size, RankAction program) {
    try {
      program.run(rank, this);
    } catch (Throwable e) {
      e.addSuppressed(new StarlingException("rank %d of %d failed".formatted(rank, size)));
      fail(e);
    }
  }

  private void fail(Throwable reason) {
    if (failure.compareAndSet(null, reason)) {
      interruptAll();
    }
  }

  private void interruptAll() {
    threads.forEach(Thread::interrupt);
  }

  private void awaitAll() throws InterruptedException {
    for (Thread thread : threads) {
      boolean stuck = false;
      while (!thread.join(LOOK)) {
        if (failure.get() != null) {
          awaitGrace();
          return;
        }
        boolean stillStuck = areLeftBehind();
        if (stuck && stillStuck) {
          fail(new StarlingException(describeWaits()));
        }
        stuck = stillStuck;
      }
    }
  }

  /** After a failure, a rank that neither waits nor looks at its interrupts may go on for ever. */
  private void awaitGrace() {
    long deadline = System.nanoTime() + GRACE.toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<String> left = threads.stream().filter(Thread::isAlive).map(Thread::getName).toList();
    if (!left.isEmpty()) {
      String names = String.join(", ", left);
      failure.get().addSuppressed(new StarlingException(names + " did not end when interrupted"));
    }
  }

  /** Whether all ranks that have not returned wait. */
  private boolean areLeftBehind() {
    boolean someWait = false;
    for (int rank = 0; rank < threads.size(); rank++) {
      if (threads.get(rank).isAlive()) {
        someWait = true;
        if (!isStalled.test(rank)) {
          return false;
        }
      }
    }
    return someWait;
  }

  /** The name of a waiting thread describes what it waits for. */
  private String describeWaits() {
    String returned =
        IntStream.range(0, threads.size())
            .filter(rank -> !threads.get(rank).isAlive())
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    String waits =
        threads.stream()
            .filter(Thread::isAlive)
            .map(thread -> "\n  " + thread.getName())
            .collect(Collectors.joining());
    return returned.isEmpty()
        ? "all ranks wait for messages that do not come:" + waits
        : "rank %s returned, and all others wait for messages that do not come:%s"
            .formatted(returned, waits);
  }

  /** Runs an action; a checked exception becomes the cause of a {@link StarlingException}. */
  static void unchecked(Action action) {
    try {
      action.run();
    } catch (Exception e) {
      rethrow(e);
    }
  }

  private static void rethrow(Throwable failure) {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new StarlingException(failure.toString(), failure);
    }
  }
}
