package io.starling.runtime.progress;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets in one thread at a time, of those that another guard admits; the others wait at the door.
 *
 * <p>A thread that polls holds the lock from one poll to the next, and looks in between whether
 * somebody {@linkplain #isWanted wants} it. So a call by itself pays for one lock and not for one a
 * poll, and a call beside a polling thread gets in at once, which no unfair lock would grant it.
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

  /**
   * Takes the lock without a question of admission: for Starling's own thread, and after a wait.
   */
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

  /** Gives up the lock, however often this thread has entered; returns how often that was. */
  int release() {
    int entries = lock.getHoldCount();
    unlock(entries);
    return entries;
  }

  /** Takes the lock back after {@link #release}. */
  void retake(int entries) {
    acquire();
    for (int i = 1; i < entries; i++) {
      lock.lock();
    }
  }

  /** Whether a thread waits for the lock that the calling thread holds. */
  boolean isWanted() {
    return wanting.get() > 0;
  }

  /** Whether something is to be run as soon as the calling thread leaves. */
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

  /** Runs this once the thread that is inside has left: it may take its time then, and locks. */
  void afterwards(Runnable action) {
    afterwards.addLast(action);
  }

  @Override
  void checkInside() {
    if (!lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("rank " + rank() + ": outside a call");
    }
  }

  @Override
  void end() {
    admission.end();
    super.end();
  }
}
