package io.starling.runtime.progress;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.thread.IdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How threads enter an engine, wait inside it, and leave it. */
final class Access {

  private final Engine engine;
  private final Port port;
  private final IdleStrategy idleStrategy;
  private final LongSupplier clock;
  private final Threading threading;
  private final Guard guard;
  private final ActiveThreads activeThreads;
  private final List<Supplier<String>> probes = new ArrayList<>();
  private Wait idleWait;
  private volatile boolean stalled;

  Access(
      Engine engine,
      Port port,
      IdleStrategy idleStrategy,
      Threading threading,
      LongSupplier clock) {
    this.engine = engine;
    this.port = port;
    this.idleStrategy = idleStrategy;
    this.threading = threading;
    this.clock = clock;
    guard = Guard.of(port.rank(), threading);
    activeThreads =
        guard instanceof LockGuard lock
            ? new ActiveThreads(lock, engine, port, threading.progressThread())
            : null;
  }

  Threading threading() {
    return threading;
  }

  Guard guard() {
    return guard;
  }

  void leave() {
    if (activeThreads != null) {
      activeThreads.leaving();
    }
    guard.leave();
  }

  long nanoTime() {
    return clock.getAsLong();
  }

  boolean isStalled() {
    return stalled;
  }

  /** Says whether a wait without a limit has gone on for long without progress. */
  void stalled(boolean value) {
    stalled = value;
  }

  /** Completions are delivered: what they cause, such as a user's callback, may take long. */
  void delivers() {
    if (stalled) {
      stalled = false;
    }
  }

  /**
   * Throws if this thread was interrupted.
   *
   * @param operation the operation to describe; all if it is null
   */
  void checkInterrupt(Operation operation) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException("interrupted: " + engine.pending(operation));
    }
  }

  /** The port was given work that may need progress. */
  void asked() {
    if (activeThreads != null) {
      activeThreads.asked();
    }
  }

  /** An event has occurred for which other threads may wait. */
  void happened() {
    if (activeThreads != null) {
      activeThreads.wakeDone();
    }
  }

  /** Runs an action now, or after this thread has left if it could block other threads. */
  void afterwards(Runnable action) {
    if (guard instanceof LockGuard lock) {
      lock.afterwards(action);
    } else {
      action.run();
    }
  }

  /**
   * Makes progress until {@code done}, for at most the given nanoseconds; returns whether it is
   * done. Other threads may enter meanwhile.
   *
   * @param operation the operation that is awaited, or null
   */
  boolean await(Operation operation, BooleanSupplier done, long nanoseconds) {
    guard.enter();
    try {
      return awaitInside(operation, done, nanoseconds);
    } finally {
      leave();
    }
  }

  /** The same for a thread that is inside. */
  boolean awaitInside(Operation operation, BooleanSupplier done, long nanoseconds) {
    assert guard.isInside();
    Wait wait = takeWait();
    wait.begin(operation, nanoseconds);
    try (wait) {
      boolean isDone = wait.until(done);
      if (isDone) {
        settle();
      }
      return isDone;
    } finally {
      if (activeThreads == null) {
        idleWait = wait;
      }
    }
  }

  /** A wait that no thread uses. Callbacks wait inside other waits, and threads beside others. */
  private Wait takeWait() {
    if (activeThreads != null) {
      return new SharedWait(engine, guard, activeThreads, idleStrategy, clock);
    }
    Wait wait = idleWait;
    idleWait = null;
    return wait == null ? new SoleWait(engine, port, idleStrategy, clock) : wait;
  }

  /**
   * Ends a wait for an operation that is complete already: the caller may be about to compute. To
   * be called inside.
   */
  void settle() {
    if (port.settle()) {
      // The sleeping thread must deliver what has ended meanwhile.
      asked();
    }
  }

  /** Ends a wait for an operation that is complete, in a call of its own. */
  void settleIfOpen() {
    if (!guard.hasEnded()) {
      guard.enter();
      try {
        settle();
      } finally {
        leave();
      }
    }
  }

  /** Makes progress until a probe has found something. */
  void await(BooleanSupplier look, Supplier<String> what) {
    probes.add(what);
    try {
      awaitInside(null, look, Long.MAX_VALUE);
    } finally {
      probes.remove(what);
    }
  }

  /** The descriptions of the probes that wait. */
  List<Supplier<String>> probes() {
    return probes;
  }

  /** Refuses all calls from now on, and wakes the threads that wait. */
  void end() {
    guard.end();
    if (activeThreads != null) {
      activeThreads.dismiss();
    }
  }

  /** Waits, outside the guard, until the progress thread has ended. */
  void awaitEnd() {
    if (activeThreads != null) {
      activeThreads.awaitEnd();
    }
  }
}
