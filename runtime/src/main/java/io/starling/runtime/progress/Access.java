package io.starling.runtime.progress;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** How threads come into an engine, wait inside it, and leave. */
final class Access {

  private final Engine engine;
  private final Port port;
  private final IdleStrategy idleStrategy;
  private final LongSupplier clock;
  private final Threading threading;
  private final Guard guard;
  private final Crowd crowd;

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
    crowd =
        guard instanceof LockGuard lock
            ? new Crowd(lock, engine, port, threading.progressThread())
            : null;
  }

  Threading threading() {
    return threading;
  }

  Guard guard() {
    return guard;
  }

  void leave() {
    if (crowd != null) {
      crowd.leaving();
    }
    guard.leave();
  }

  /** Something was asked of the port that may need progress. */
  void asked() {
    if (crowd != null) {
      crowd.asked();
    }
  }

  /** Something has happened that others may wait for. */
  void happened() {
    if (crowd != null) {
      crowd.wakeDone();
    }
  }

  /** Runs this now, or where it might hold up other threads, after this thread has left. */
  void afterwards(Runnable action) {
    if (guard instanceof LockGuard lock) {
      lock.afterwards(action);
    } else {
      action.run();
    }
  }

  /**
   * Makes progress until it is done, for so many nanoseconds at most; returns whether it is. Other
   * threads may enter meanwhile.
   *
   * @param operation what this waits for, or null
   */
  boolean await(Operation operation, BooleanSupplier done, long nanoseconds) {
    guard.enter();
    try (Wait wait =
        crowd == null
            ? new SoleWait(engine, port, idleStrategy, operation, clock, nanoseconds)
            : new SharedWait(engine, guard, crowd, idleStrategy, operation, clock, nanoseconds)) {
      boolean isDone = wait.until(done);
      if (isDone) {
        settle();
      }
      return isDone;
    } finally {
      leave();
    }
  }

  /**
   * For whoever waits for what is done already: it may be about to compute. To be called inside.
   */
  void settle() {
    if (port.settle()) {
      // Whoever sleeps is to deliver what has ended meanwhile.
      asked();
    }
  }

  /** Refuses all calls from now on, and tells those that wait. */
  void end() {
    guard.end();
    if (crowd != null) {
      crowd.dismiss();
    }
  }

  /** Waits, outside, until Starling's own thread is gone. */
  void awaitEnd() {
    if (crowd != null) {
      crowd.awaitEnd();
    }
  }
}
