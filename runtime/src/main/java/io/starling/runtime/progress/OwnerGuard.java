package io.starling.runtime.progress;

/** Admits only the thread that made it (MPI_THREAD_FUNNELED); the check is one comparison. */
final class OwnerGuard extends Guard {

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
