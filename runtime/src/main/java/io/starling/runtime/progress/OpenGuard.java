package io.starling.runtime.progress;

/** Refuses nobody (MPI_THREAD_MULTIPLE): for threads that something else keeps apart. */
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
  void checkInside() {}
}
