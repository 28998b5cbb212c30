package io.starling.runtime.progress;

/** Admits every thread (MPI_THREAD_MULTIPLE): for threads that are serialized in another way. */
final class OpenGuard extends Guard {

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
