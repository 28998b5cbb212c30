package io.starling.runtime.progress.thread;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Admits one thread at a time among those that another guard allows; the others wait for the lock.
 *
 * <p>A polling thread holds the lock from one poll to the next, and checks in between whether
 * another thread {@linkplain #isWanted wants} it. A lone call thus pays for one lock rather than
 * one per poll, and a call beside a polling thread enters at once, which an unfair lock would not
 * guarantee.
 */
final class LockGuard extends Guard {

  private static final int SPINS = 200;

  private final Guard admission;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicInteger wanting = new AtomicInteger();
  private final ArrayDeque<Runnable> afterwards = new ArrayDeque<>();

  LockGuard(int rank, Guard admission) {
    super(rank);
    this.admission = admission;
  }

  @Override
  void checkAdmission() {
    admission.checkAdmission();
  }

  @Override
  void enter() {
    admission.enter();
    acquire();
    checkEntered();
  }

  @Override
  void leave() {
    unlock(1);
    admission.leave();
  }

  /** Takes the lock without an admission check: for the progress thread, and after a wait. */
  void acquire() {
    if (!lock.tryLock()) {
      wanting.getAndIncrement();
      try {
        acquirePatiently();
      } finally {
        wanting.getAndDecrement();
      }
    }
  }

  private void acquirePatiently() {
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
      if (lock.tryLock()) {
        return;
      }
    }
    lock.lock();
  }

  /** Releases the lock completely; returns how often this thread had entered. */
  int release() {
    int entries = lock.getHoldCount();
    unlock(entries);
    return entries;
  }

  /** Takes the lock again after {@link #release}. */
  void retake(int entries) {
    acquire();
    for (int i = 1; i < entries; i++) {
      lock.lock();
    }
  }

  /** Whether another thread waits for the lock that the calling thread holds. */
  boolean isWanted() {
    return wanting.get() > 0;
  }

  /** Whether an action is to run as soon as the calling thread leaves. */
  boolean hasAfterwards() {
    return !afterwards.isEmpty();
  }

  private void unlock(int entries) {
    if (afterwards.isEmpty() || entries < lock.getHoldCount()) {
      unlockOnly(entries);
      return;
    }
    Runnable[] actions = afterwards.toArray(Runnable[]::new);
    afterwards.clear();
    unlockOnly(entries);
    for (Runnable action : actions) {
      action.run();
    }
  }

  private void unlockOnly(int entries) {
    for (int i = 0; i < entries; i++) {
      lock.unlock();
    }
  }

  /**
   * Runs an action after the thread that is inside has left, so that it may take time and locks.
   */
  void afterwards(Runnable action) {
    afterwards.addLast(action);
  }

  @Override
  boolean isInside() {
    return lock.isHeldByCurrentThread();
  }

  @Override
  void end() {
    admission.end();
    super.end();
  }
}
