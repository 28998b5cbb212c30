package io.starling.runtime.progress.thread;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.OperatorFold;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Threads;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A guard, and waits of one kind: of the only thread, or of several. */
public final class ThreadAccess implements Threads {

  private final Engine engine;
  private final Port port;
  private final LongSupplier clock;
  private final IdleStrategy idleStrategy;
  private final Threading threading;
  private final Guard guard;
  private final ActiveThreads activeThreads;
  private Wait idleWait;

  /** The access of the threads that may call an engine; the calling thread is one of them. */
  public ThreadAccess(
      Engine engine,
      Port port,
      LongSupplier clock,
      IdleStrategy idleStrategy,
      Threading threading) {
    this.engine = engine;
    this.port = port;
    this.clock = clock;
    this.idleStrategy = idleStrategy;
    this.threading = threading;
    guard = Guard.of(port.rank(), threading);
    activeThreads =
        guard instanceof LockGuard lock
            ? new ActiveThreads(lock, engine, port, threading.progressThread())
            : null;
  }

  @Override
  public ThreadLevel level() {
    return threading.level();
  }

  @Override
  public boolean isShared() {
    return threading.isShared();
  }

  @Override
  public void admit() {
    guard.admit();
  }

  @Override
  public void enter() {
    guard.enter();
  }

  @Override
  public void leave() {
    if (activeThreads != null) {
      activeThreads.leaving();
    }
    guard.leave();
  }

  @Override
  public boolean isInside() {
    return guard.isInside();
  }

  @Override
  public boolean hasEnded() {
    return guard.hasEnded();
  }

  @Override
  public void run(OperatorFold operator) {
    guard.run(operator);
  }

  @Override
  public void asked() {
    if (activeThreads != null) {
      activeThreads.asked();
    }
  }

  @Override
  public void happened() {
    if (activeThreads != null) {
      activeThreads.wakeDone();
    }
  }

  @Override
  public void afterwards(Runnable action) {
    if (guard instanceof LockGuard lock) {
      lock.afterwards(action);
    } else {
      action.run();
    }
  }

  @Override
  public boolean await(Operation operation, BooleanSupplier done, long nanoseconds) {
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

  @Override
  public void settle() {
    if (port.settle()) {
      // The sleeping thread must deliver what has ended meanwhile.
      asked();
    }
  }

  @Override
  public void end() {
    guard.end();
    if (activeThreads != null) {
      activeThreads.dismiss();
    }
  }

  @Override
  public void awaitEnd() {
    if (activeThreads != null) {
      activeThreads.awaitEnd();
    }
  }
}
