package io.starling.runtime.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that are at work on a rank's operations, where they may be several. One of them
 * leads: it polls, and wakes those whose wait is over; the others are parked. When the leader has
 * what it waited for, the next one leads; where nobody waits, Starling's own thread makes progress,
 * if there is one.
 *
 * <pre>
 *              waits, nobody leads                     waits, somebody leads
 * application ────────────────────> leader   application ──────────> parked ──> done, or next leader
 *                                     │ nothing happens
 *                                     v
 *                     asleep in the port, at most one thread
 * </pre>
 *
 * <p>Everything here happens inside the guard. A thread parks after it has left, and is unparked by
 * one that has found it in the list, that is, after it came in; the permit waits for it. So no
 * wake-up is lost between the two.
 */
final class Crowd {

  private final LockGuard guard;
  private final Engine engine;
  private final Port port;
  private final ProgressThread progressThread;
  private final List<SharedWait> parked = new ArrayList<>();
  private SharedWait leader;
  private boolean asleep;
  private boolean news;

  Crowd(LockGuard guard, Engine engine, Port port, boolean withProgressThread) {
    this.guard = guard;
    this.engine = engine;
    this.port = port;
    progressThread = withProgressThread ? new ProgressThread(guard, engine, this) : null;
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

  /** The leader has become one of the crowd. */
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

  /** After something has happened: wakes those who have waited for it. */
  void wakeDone() {
    for (int i = 0; i < parked.size(); i++) {
      SharedWait wait = parked.get(i);
      if (wait.isDone()) {
        LockSupport.unpark(wait.thread());
      }
    }
  }

  /** A wait is over: somebody else goes on polling. */
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
    if (progressThread != null && engine.activeOperations() > 0) {
      progressThread.wake();
    }
  }

  /**
   * An operation has begun or was cancelled: whoever makes progress is to hear of it, if its own
   * thread does not wait for it.
   */
  void asked() {
    news = true;
  }

  /** The calling thread waits itself for what it has begun. */
  void waits() {
    news = false;
  }

  /** The calling thread leaves; what it has begun goes on without it. */
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

  /** Sleeps outside the guard until the port has something; returns false if another one does. */
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
      engine.lookout().glance();
    } else {
      // To arm may have taken a message in that somebody looks for.
      wakeDone();
      letOthersIn();
    }
    return true;
  }

  // To yield is the point: whoever has the data may wait for this very core.
  @SuppressWarnings("ThreadPriorityCheck")
  void yieldCore() {
    int entries = guard.release();
    Thread.yield();
    guard.retake(entries);
  }

  /** Lets in those that wait at the door. */
  void letOthersIn() {
    if (guard.isWanted()) {
      yieldCore();
    }
  }

  /**
   * After something has happened: runs what is to be run outside, which may take long and even wait
   * in calls of its own; so somebody else is to poll.
   *
   * @param wait of the calling thread, or null
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

  /** The engine has ended: all find out. */
  void dismiss() {
    parked.forEach(wait -> LockSupport.unpark(wait.thread()));
    if (asleep) {
      port.wake();
    }
    if (progressThread != null) {
      progressThread.wake();
    }
  }

  /** Waits outside the guard until Starling's own thread is gone. */
  void awaitEnd() {
    if (progressThread != null) {
      progressThread.awaitEnd();
    }
  }
}
