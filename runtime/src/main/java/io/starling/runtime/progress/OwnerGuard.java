package io.starling.runtime.progress;

/** Only the thread that made it may call (MPI_THREAD_FUNNELED): no more than a comparison. */
final class OwnerGuard extends Guard {

  private final Thread owner = Thread.currentThread();

  OwnerGuard(int rank) {
    super(rank);
  }

  @Override
  void checkAdmission() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "rank %d: thread '%s' called, but only '%s', which joined the job, may (MPI_THREAD_FUNNELED); ask for more with Starling.world(ThreadLevel) or --threads"
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
  void checkInside() {
    admit();
  }
}
