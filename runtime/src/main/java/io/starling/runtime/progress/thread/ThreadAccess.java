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
  private Wait idleWait;
  private int waits;

  // Changed by the only thread that has called so far, before there is another one; the first also
  // inside the guard.
  private Threading threading;
  private Guard guard;
  private ActiveThreads activeThreads;

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
  public void becomeShared() {
    if (threading.unguarded()) {
      return;
    }
    if (activeThreads == null) {
      shareAlone();
    } else {
      addProgressThread();
    }
  }

  /** The calling thread is the only one so far. */
  private void shareAlone() {
    guard.admit();
    if (waits > 0) {
      throw new IllegalStateException(
          "rank %d: peers on other hosts need a thread of this rank, which can't begin inside a callback; make the call outside of it, or run with --progress thread"
              .formatted(port.rank()));
    }
    port.share();
    guard = new LockGuard(port.rank(), guard);
    activeThreads = new ActiveThreads((LockGuard) guard, engine, port, true);
    threading = threading.withProgressThread();
  }

  /** Other threads may be inside, or about to do the same. */
  private void addProgressThread() {
    guard.enter();
    try {
      if (!threading.progressThread()) {
        activeThreads.addProgressThread();
        threading = threading.withProgressThread();
      }
    } finally {
      guard.leave();
    }
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
    waits++;
    try (wait) {
      boolean isDone = wait.until(done);
      if (isDone) {
        settle();
      }
      return isDone;
    } finally {
      waits--;
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
