package io.starling.runtime.progress;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Admits any thread, one at a time; the program ensures that (MPI_THREAD_SERIALIZED). No thread
 * waits here: a thread that finds another one inside is refused.
 */
final class TurnGuard extends Guard {

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
