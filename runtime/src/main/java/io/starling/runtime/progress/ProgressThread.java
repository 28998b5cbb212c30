package io.starling.runtime.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * Makes progress while the program computes: polls while operations are under way and no thread of
 * the program waits in a call, which then polls itself, sooner. Between polls it sleeps in the
 * transport, so that the core is the program's; with nothing to do it is parked. It begins with the
 * first operation that its beginner does not wait for, and ends with the engine.
 */
final class ProgressThread {

  private static final long PARK_NANOSECONDS = 1_000_000_000;

  private final LockGuard guard;
  private final Engine engine;
  private final Crowd crowd;
  private final IdleStrategy idleStrategy = BackoffIdleStrategy.forBackground();
  private Thread thread;

  ProgressThread(LockGuard guard, Engine engine, Crowd crowd) {
    this.guard = guard;
    this.engine = engine;
    this.crowd = crowd;
  }

  /** To be called inside the guard: there is something to do, or nothing more. */
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
        if (engine.activeOperations() == 0 || crowd.hasLeader()) {
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
        crowd.runAfterwards(null);
        crowd.letOthersIn();
      } else {
        idle();
      }
    } catch (RuntimeException | Error e) {
      // Nobody else would hear of it; those who wait for the operations do.
      engine.failAll(e);
      park();
    }
  }

  private void idle() {
    switch (idleStrategy.idle()) {
      case SPIN -> crowd.letOthersIn();
      case YIELD -> {
        crowd.yieldCore();
        idleStrategy.yielded();
      }
      case SLEEP -> {
        if (!crowd.sleep(Wait.SLEEP_NANOSECONDS)) {
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

  /** To be called outside the guard, after the end. */
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
