package io.starling.objects.client;

import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Whose turn it is to read: a caller's that waits, as its answer then wakes one thread and not two;
 * else that of a thread of its own.
 *
 * <pre>
 *   caller   --await--> reads, for all calls ... its answer --> goes on
 *   thread   rests                                         reads if calls are left, or none came for a while
 * </pre>
 *
 * <p>Invariant: while a call is open, a thread reads, or is on its way to.
 */
final class ReadingTurns {

  /** So long after a caller the thread leaves the turn to the next one. */
  private static final long REST = 20_000_000;

  private final SocketReader reader;
  private final Calls calls;
  private final Consumer<Throwable> onEnd;
  private final ReentrantLock turn = new ReentrantLock();
  private final Thread thread;
  private volatile long lastCaller = System.nanoTime() - REST;
  private volatile boolean rests;
  private volatile boolean ended;

  /**
   * @param onEnd hears that the connection has ended, on any thread
   */
  ReadingTurns(SocketReader reader, Calls calls, Consumer<Throwable> onEnd) {
    this.reader = reader;
    this.calls = calls;
    this.onEnd = onEnd;
    this.thread = Thread.ofPlatform().daemon().name("starling-objects-client").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /**
   * Reads until the answer is there, unless another thread does; or until an interrupt, or the end
   * of the time.
   */
  void await(Future<?> answer, long nanoseconds) {
    lastCaller = System.nanoTime();
    if (!turn.tryLock()) {
      return;
    }
    try {
      read(answer::isDone, nanoseconds);
    } finally {
      lastCaller = System.nanoTime();
      turn.unlock();
      if (!calls.isIdle()) {
        letOthersRead();
      }
    }
  }

  /** A call is open that nobody awaits by {@link #await}. */
  void letOthersRead() {
    if (rests) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!ended) {
      rests = true;
      if (turn.isLocked() || leavesTurn()) {
        LockSupport.parkNanos(REST);
      }
      rests = false;
      if (!turn.isLocked() && !leavesTurn()) {
        turn.lock();
        try {
          read(this::leavesTurn, Long.MAX_VALUE / 2);
        } finally {
          turn.unlock();
        }
      }
    }
  }

  /** Whether nothing is expected but the next call of a caller that reads itself. */
  private boolean leavesTurn() {
    return calls.isIdle() && System.nanoTime() - lastCaller < REST;
  }

  private void read(BooleanSupplier enough, long nanoseconds) {
    if (ended) {
      return;
    }
    try {
      reader.read(calls::onMessage, enough, nanoseconds);
    } catch (Throwable e) {
      // Unless all hear of it, no call would ever end.
      ended = true;
      onEnd.accept(e);
    }
  }
}
