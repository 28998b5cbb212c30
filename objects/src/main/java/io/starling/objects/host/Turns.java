package io.starling.objects.host;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Whose turn it is to run a store: a caller's that waits for an answer, as then no other thread has
 * to wake up for it; else that of the store's own thread.
 *
 * <pre>
 *   caller    take ---> turns ... its answer ---> giveBack     take ---> turns ...
 *   own       rests                                            rests   no caller for a while: turns
 * </pre>
 *
 * <p>Invariant: who has the lock runs the store, and no other thread does. The own thread takes the
 * turn at most {@link #BUSY} after the last caller, or at once when it is called.
 */
final class Turns {

  /** So long after a caller the own thread leaves the turn to the next one. */
  private static final long REST = 100_000;

  /**
   * The same when callers come again and again, as each look of the own thread costs them a core.
   */
  private static final long BUSY = 1_000_000;

  /** How long the own thread rests at most while a caller has the turn. */
  private static final long LONGEST = 1_000_000_000;

  /** The own thread ends its turn within so many looks, unless it has much to do. */
  private static final int LOOKS = 2_000;

  private final Thread own;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicBoolean taken = new AtomicBoolean();
  private volatile long lastCaller = System.nanoTime() - BUSY;

  /** When the own thread wakes up by itself. */
  private volatile long wakes = System.nanoTime();

  Turns(Thread own) {
    this.own = own;
  }

  /** Whether this thread has the turn. */
  boolean areMine() {
    return lock.isHeldByCurrentThread();
  }

  /** A caller asks for the turn; returns whether it has it, and not another caller. */
  boolean take() {
    if (areMine() || !taken.compareAndSet(false, true)) {
      return false;
    }
    for (int i = 0; i < LOOKS; i++) {
      if (lock.tryLock()) {
        return true;
      }
      Thread.onSpinWait();
    }
    lock.lock();
    return true;
  }

  /** The caller wants no more turns. */
  void giveBack() {
    lastCaller = System.nanoTime();
    taken.set(false);
    lock.unlock();
    if (wakes - lastCaller > BUSY) {
      LockSupport.unpark(own);
    }
  }

  /** There is something to do for which no caller comes. */
  void callOwn() {
    long now = System.nanoTime();
    lastCaller = now - BUSY;
    if (!taken.get() && wakes - now > 0) {
      LockSupport.unpark(own);
    }
  }

  /** The own thread takes the turn when it is called, no caller comes any more, or at the end. */
  void takeOwn(BooleanSupplier end) {
    long rest = REST;
    while (isLeftToCallers(rest) && !end.getAsBoolean()) {
      long seen = lastCaller;
      wakes = System.nanoTime() + rest;
      if (isLeftToCallers(rest) && !end.getAsBoolean()) {
        // A caller that gave the turn back just now may not have seen when this thread wakes up.
        LockSupport.parkNanos(taken.get() ? rest : Math.min(rest, BUSY));
      }
      wakes = System.nanoTime();
      boolean has = taken.get();
      if (has || lastCaller != seen) {
        rest = Math.min(2 * rest, has ? LONGEST : BUSY);
      }
    }
    lock.lock();
  }

  /** The own thread has had its turn. */
  void giveBackOwn() {
    lock.unlock();
  }

  /** The own thread looks again whether it is the end. */
  void wakeOwn() {
    LockSupport.unpark(own);
  }

  private boolean isLeftToCallers(long rest) {
    return taken.get() || System.nanoTime() - lastCaller < Math.min(rest, BUSY);
  }
}
