package io.starling.runtime.progress.thread;

import io.starling.runtime.progress.Engine;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes progress while the program computes. It polls while operations are open, or peers need this
 * rank, and no thread of the program waits in a call; a waiting thread polls itself, and more
 * quickly. Between polls it sleeps in the transport, so that the program has the core; with nothing
 * to do it is parked. It starts with the first operation whose caller does not wait for it, and
 * ends with the engine.
 */
final class ProgressThread {

  private static final long PARK_NANOSECONDS = 1_000_000_000;

  private final LockGuard guard;
  private final Engine engine;
  private final ActiveThreads activeThreads;
  private final IdleStrategy idleStrategy = BackoffIdleStrategy.forBackground();
  private Thread thread;

  ProgressThread(LockGuard guard, Engine engine, ActiveThreads activeThreads) {
    this.guard = guard;
    this.engine = engine;
    this.activeThreads = activeThreads;
  }

  /** Tells the thread that there is work, or that it must end. To be called inside the guard. */
  void wake() {
    if (thread != null) {
      LockSupport.unpark(thread);
    } else if (!guard.hasEnded()) {
      thread =
          Thread.ofPlatform().daemon().name("starling-progress-" + engine.rank()).start(this::run);
    }
  }

  private void run() {
    guard.acquire();
    try {
      while (!guard.hasEnded()) {
        if (!engine.needsProgress() || activeThreads.hasLeader()) {
          idleStrategy.reset();
          park();
        } else {
          poll();
        }
      }
    } finally {
      guard.release();
    }
  }

  private void poll() {
    try {
      if (engine.doWork() > 0) {
        idleStrategy.reset();
        activeThreads.runAfterwards(null);
        activeThreads.letOthersIn();
      } else {
        idle();
      }
    } catch (RuntimeException | Error e) {
      // Otherwise the exception would be lost; threads that wait for the operations get it.
      engine.failAll(e);
      park();
    }
  }

  private void idle() {
    switch (idleStrategy.idle()) {
      case SPIN -> activeThreads.letOthersIn();
      case YIELD -> {
        activeThreads.yieldCore();
        idleStrategy.yielded();
      }
      case SLEEP -> {
        if (!activeThreads.sleep(Wait.SLEEP_NANOSECONDS)) {
          park();
        }
      }
    }
  }

  private void park() {
    int entries = guard.release();
    LockSupport.parkNanos(this, PARK_NANOSECONDS);
    guard.retake(entries);
  }

  /** Waits until the thread has ended. To be called outside the guard, after the end. */
  void awaitEnd() {
    if (thread == null || thread == Thread.currentThread()) {
      return;
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
