package io.starling.runtime.progress;

/** Only the thread that made an engine may use it, until it closes it (MPI_THREAD_FUNNELED). */
final class Ownership {

  private final Thread owner = Thread.currentThread();
  private final int rank;
  private boolean ended;

  Ownership(int rank) {
    this.rank = rank;
  }

  void check() {
    if (Thread.currentThread() != owner || ended) {
      throw refusal();
    }
  }

  private IllegalStateException refusal() {
    return ended
        ? new IllegalStateException("rank " + rank + ": the communicator is closed")
        : new IllegalStateException(
            "rank %d: thread '%s' called, but only '%s', which joined the job, may (MPI_THREAD_FUNNELED)"
                .formatted(rank, Thread.currentThread().getName(), owner.getName()));
  }

  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }
}
