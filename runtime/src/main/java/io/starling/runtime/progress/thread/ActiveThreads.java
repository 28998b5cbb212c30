package io.starling.runtime.progress.thread;

import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that work on a rank's operations when there may be several. One of them leads: it
 * polls, and wakes the threads whose wait is over; the others are parked. When the leader's wait is
 * over, the next thread leads. If no thread waits, the progress thread polls, if there is one.
 *
 * <pre>
 *              waits, nobody leads                     waits, somebody leads
 * application ────────────────────> leader   application ──────────> parked ──> done, or next leader
 *                                     │ nothing happens
 *                                     v
 *                     asleep in the port, at most one thread
 * </pre>
 *
 * <p>All of this happens inside the guard. A thread parks after it has left the guard; another
 * thread unparks it after finding it in the list, inside the guard. The permit is kept until the
 * thread parks, so no wake-up is lost.
 */
final class ActiveThreads {

  private final LockGuard guard;
  private final Engine engine;
  private final Port port;
  private ProgressThread progressThread;
  private final List<SharedWait> parked = new ArrayList<>();
  private SharedWait leader;
  private boolean asleep;
  private boolean news;

  ActiveThreads(LockGuard guard, Engine engine, Port port, boolean withProgressThread) {
    this.guard = guard;
    this.engine = engine;
    this.port = port;
    progressThread = withProgressThread ? new ProgressThread(guard, engine, this) : null;
  }

  /** From now on a thread of Starling polls too. To be called inside. */
  void addProgressThread() {
    progressThread = new ProgressThread(guard, engine, this);
  }

  boolean hasLeader() {
    return leader != null;
  }

  /** Makes a wait the leader, unless there is one. */
  boolean lead(SharedWait wait) {
    if (leader == null) {
      leader = wait;
    }
    return leader == wait;
  }

  /** Counts the leader as one of the active threads. */
  void stepDown(SharedWait wait) {
    if (leader == wait) {
      leader = null;
    }
  }

  /** Parks the calling thread until {@link #wakeDone} or {@link #callNext} names its wait. */
  void park(SharedWait wait, long nanoseconds) {
    if (asleep) {
      port.wake();
    }
    parked.add(wait);
    int entries = guard.release();
    LockSupport.parkNanos(this, nanoseconds);
    guard.retake(entries);
    parked.remove(wait);
  }

  /** Wakes the threads whose wait is over, after an event. */
  void wakeDone() {
    for (int i = 0; i < parked.size(); i++) {
      SharedWait wait = parked.get(i);
      if (wait.isDone()) {
        LockSupport.unpark(wait.thread());
      }
    }
  }

  /** A wait is over: the next thread polls. */
  void callNext(SharedWait wait) {
    stepDown(wait);
    news = false;
    if (leader == null) {
      for (SharedWait next : parked) {
        if (!next.isDone()) {
          LockSupport.unpark(next.thread());
          return;
        }
      }
      callProgressThread();
    }
  }

  private void callProgressThread() {
    if (progressThread != null && engine.needsProgress()) {
      progressThread.wake();
    }
  }

  /**
   * An operation has begun or was cancelled: the polling thread must hear of it unless its own
   * thread waits for it.
   */
  void asked() {
    news = true;
  }

  /** The calling thread waits for what it has begun. */
  void waits() {
    news = false;
  }

  /** The calling thread leaves; its operations go on without it. */
  void leaving() {
    if (news) {
      news = false;
      if (asleep) {
        port.wake();
      } else if (leader == null) {
        callProgressThread();
      }
    }
  }

  /**
   * Sleeps outside the guard until the port has work; returns false if another thread sleeps there.
   */
  boolean sleep(long nanoseconds) {
    if (asleep) {
      return false;
    }
    if (port.arm()) {
      asleep = true;
      long longest = Math.min(nanoseconds, engine.longestSleep());
      int entries = guard.release();
      try {
        port.sleep(longest);
      } finally {
        guard.retake(entries);
        asleep = false;
      }
      engine.watch().glance();
      // No event announces some of what others wait for.
      wakeDone();
    } else {
      // To arm the port may have taken in a message that a probe looks for.
      wakeDone();
      letOthersIn();
    }
    return true;
  }

  // The yield is intended: the rank that has the data may need this very core.
  @SuppressWarnings("ThreadPriorityCheck")
  void yieldCore() {
    int entries = guard.release();
    Thread.yield();
    guard.retake(entries);
    port.paused();
  }

  /** Lets the threads in that wait for the guard. */
  void letOthersIn() {
    if (guard.isWanted()) {
      yieldCore();
    }
  }

  /**
   * Runs the actions that belong outside the guard, after an event. They may take long and may call
   * Starling, so another thread polls meanwhile.
   *
   * @param wait the wait of the calling thread, or null
   */
  void runAfterwards(SharedWait wait) {
    news = false;
    if (guard.hasAfterwards()) {
      if (wait != null) {
        callNext(wait);
      }
      guard.retake(guard.release());
    }
  }

  /** The engine has ended: wakes all threads. */
  void dismiss() {
    parked.forEach(wait -> LockSupport.unpark(wait.thread()));
    if (asleep) {
      port.wake();
    }
    if (progressThread != null) {
      progressThread.wake();
    }
  }

  /** Waits outside the guard until the progress thread has ended. */
  void awaitEnd() {
    if (progressThread != null) {
      progressThread.awaitEnd();
    }
  }
}
