package io.starling.runtime.transport.ucx;

/**
 * Whose turn it is to call a worker, for assertions.
 *
 * <p>A worker takes one thread at a time. UCX 1.18 finds that out where it is built with its checks
 * and ends the process; earlier ones, and those built without, go wrong silently. So Starling
 * checks it too, with every UCX: each call of {@link UcxWorker} asserts {@link #begin} and {@link
 * #end}, which costs nothing where assertions are off.
 */
final class WorkerTurns {

  /** The one thread that may call; null where any may. */
  private Thread owner;

  /** The thread that is inside. Read by threads that should not be there. */
  private volatile Thread inside;

  private int depth;

  /**
   * The calling thread has the first turn.
   *
   * @param severalThreads whether others may follow at any time, or only by {@link #takeOver}
   */
  WorkerTurns(boolean severalThreads) {
    owner = severalThreads ? null : Thread.currentThread();
  }

  /** From here on the calling thread is the one that may call. */
  void takeOver() {
    if (owner != null) {
      owner = Thread.currentThread();
    }
  }

  /**
   * A call begins; a thread that is inside may begin another one, as UCX's callbacks do.
   *
   * @return true
   * @throws AssertionError if it is another thread's turn
   */
  boolean begin() {
    Thread caller = Thread.currentThread();
    Thread other = inside;
    if (other != null && other != caller) {
      throw new AssertionError(
          "%s calls a UCX worker that %s is inside of".formatted(name(caller), name(other)));
    }
    if (owner != null && owner != caller) {
      throw new AssertionError(
          "%s calls a UCX worker of %s, which has not given it up"
              .formatted(name(caller), name(owner)));
    }
    inside = caller;
    depth++;
    return true;
  }

  /**
   * What {@link #begin} began has ended.
   *
   * @return true
   */
  boolean end() {
    if (--depth == 0) {
      inside = null;
    }
    return true;
  }

  private static String name(Thread thread) {
    return "thread '" + thread.getName() + "'";
  }
}
