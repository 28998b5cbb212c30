package io.starling.runtime.progress.thread;

import io.starling.runtime.progress.OperatorFold;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The entry and exit of every call on a rank's operations. A guard refuses threads that may not
 * call. If several threads may call, it admits one at a time.
 *
 * <p>Calls are serialized: what one thread does inside happens before what the next one does
 * inside. Operations, idle operations, transfers and ports need no other memory ordering. Fields
 * that are read outside the guard say so.
 */
abstract class Guard {

  private final int rank;
  // Read by calls that check before they enter; one read covers both reasons below.
  private volatile boolean refuses;
  private volatile boolean ended;
  private volatile OperatorFold running;

  Guard(int rank) {
    this.rank = rank;
  }

  static Guard of(int rank, Threading threading) {
    if (threading.unguarded()) {
      return new OpenGuard(rank);
    }
    Guard admission =
        switch (threading.level()) {
          case SINGLE, FUNNELED -> new OwnerGuard(rank);
          case SERIALIZED -> new TurnGuard(rank);
          case MULTIPLE -> new OpenGuard(rank);
        };
    return threading.isShared() ? new LockGuard(rank, admission) : admission;
  }

  final int rank() {
    return rank;
  }

  /** Refuses a thread that may not call now, and every thread after the end. Does not enter. */
  final void admit() {
    if (refuses) {
      refuse();
    }
    checkAdmission();
  }

  /** Refuses a thread that has just entered, as {@link #admit} does; the thread then has left. */
  final void checkEntered() {
    if (refuses) {
      try {
        refuse();
      } catch (IllegalStateException e) {
        leave();
        throw e;
      }
    }
  }

  private void refuse() {
    if (ended) {
      throw closed();
    }
    OperatorFold operator = running;
    if (operator != null && operator.runsHere()) {
      throw operator.refusal();
    }
  }

  /** Refuses a thread that may not call now. */
  abstract void checkAdmission();

  /**
   * Begins a call or a part of one. A thread that is inside may enter again.
   *
   * @throws IllegalStateException if the thread may not call, or after the end
   */
  abstract void enter();

  /** Ends what {@link #enter} began. */
  abstract void leave();

  /** Whether the calling thread is inside; for assertions. */
  abstract boolean isInside();

  /** Refuses all calls from now on. To be called inside. */
  void end() {
    ended = true;
    refuses = true;
  }

  /**
   * Notes the reduction operator of the program that runs, or null when it has ended. To be called
   * inside.
   */
  final void run(OperatorFold operator) {
    running = operator;
    refuses = operator != null || ended;
  }

  final boolean hasEnded() {
    return ended;
  }

  final IllegalStateException closed() {
    return new IllegalStateException("rank " + rank + ": the communicator is closed");
  }

  /** Admits only the thread that made it (MPI_THREAD_FUNNELED); the check is one comparison. */
  private static final class OwnerGuard extends Guard {

    private final Thread owner = Thread.currentThread();

    OwnerGuard(int rank) {
      super(rank);
    }

    @Override
    void checkAdmission() {
      if (Thread.currentThread() != owner) {
        throw new IllegalStateException(
            "rank %d: thread '%s' called, but only thread '%s', which joined the job, may call (MPI_THREAD_FUNNELED); choose a higher level with Starling.world(ThreadLevel) or --threads"
                .formatted(rank(), Thread.currentThread().getName(), owner.getName()));
      }
    }

    @Override
    void enter() {
      admit();
    }

    @Override
    void leave() {}

    @Override
    boolean isInside() {
      return Thread.currentThread() == owner;
    }
  }

  /**
   * Admits any thread, one at a time; the program ensures that (MPI_THREAD_SERIALIZED). No thread
   * waits here: a thread that finds another one inside is refused.
   */
  private static final class TurnGuard extends Guard {

    private final AtomicReference<Thread> user = new AtomicReference<>();
    private int entries;

    TurnGuard(int rank) {
      super(rank);
    }

    @Override
    void checkAdmission() {
      Thread other = user.getPlain();
      if (other != null && other != Thread.currentThread()) {
        throw refusal(other);
      }
    }

    // A successful compare-and-set happens after everything the last user did before its release.
    @Override
    void enter() {
      Thread self = Thread.currentThread();
      // A thread reads its own name here only if it wrote it.
      if (user.getPlain() != self && !user.compareAndSet(null, self)) {
        throw refusal(user.get());
      }
      entries++;
      checkEntered();
    }

    @Override
    void leave() {
      if (--entries == 0) {
        user.setRelease(null);
      }
    }

    @Override
    boolean isInside() {
      return user.getPlain() == Thread.currentThread();
    }

    private IllegalStateException refusal(Thread other) {
      return new IllegalStateException(
          "rank %d: thread '%s' called during a call of %s, but only one thread may call at a time (MPI_THREAD_SERIALIZED); use ThreadLevel.MULTIPLE or --threads multiple"
              .formatted(
                  rank(),
                  Thread.currentThread().getName(),
                  other == null ? "another thread" : "thread '" + other.getName() + "'"));
    }
  }

  /** Admits every thread (MPI_THREAD_MULTIPLE): for threads that are serialized in another way. */
  private static final class OpenGuard extends Guard {

    OpenGuard(int rank) {
      super(rank);
    }

    @Override
    void checkAdmission() {}

    @Override
    void enter() {
      checkEntered();
    }

    @Override
    void leave() {}

    @Override
    boolean isInside() {
      return true;
    }
  }
}
