package io.starling.runtime.progress;

/**
 * What every call goes through before it touches a rank's operations, and after. It refuses the
 * threads that may not call, and where several may be inside, it lets in one at a time.
 *
 * <p>Whatever a thread did inside happened before what the next one does there. That is all the
 * memory ordering that machines, shelves, transfers and ports need; what is read outside says so
 * where it stands.
 */
abstract class Guard {

  private final int rank;
  // Read by calls that check before they enter: one look for both reasons, which follow.
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

  /** Refuses a thread that may not call now, and every one after the end. Enters nothing. */
  final void admit() {
    if (refuses) {
      refuse();
    }
    checkAdmission();
  }

  /** Refuses a thread that has just entered, as {@link #admit} does; then it has left. */
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
   * Begins a call, or a part of one: a thread that is inside may enter again.
   *
   * @throws IllegalStateException if the thread may not call, or after the end
   */
  abstract void enter();

  /** Ends what {@link #enter} began. */
  abstract void leave();

  /** Refuses a thread that is not inside. */
  abstract void checkInside();

  /** Refuses all calls from now on. To be called inside. */
  void end() {
    ended = true;
    refuses = true;
  }

  /** A program's reduction operator begins, or null where it has ended. To be called inside. */
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
}
