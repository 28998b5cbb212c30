package io.starling.runtime.transport.ucx;

/**
 * Asserts that threads take turns at a worker.
 *
 * <p>A worker admits one thread at a time. UCX 1.18 detects a violation if it is built with checks,
 * and ends the process; other builds and earlier versions fail silently. Starling therefore checks
 * it with every UCX: each call of {@link UcxWorker} asserts {@link #begin} and {@link #end}, which
 * costs nothing if assertions are disabled.
 */
final class WorkerTurns {

  /** The only thread that may call; null if any may. */
  private Thread owner;

  /** The thread that is inside. Read by other threads for the check. */
  private volatile Thread inside;

  private int depth;

  /**
   * The calling thread has the first turn.
   *
   * @param severalThreads whether other threads may follow at any time, or only by {@link
   *     #takeOver}
   */
  WorkerTurns(boolean severalThreads) {
    owner = severalThreads ? null : Thread.currentThread();
  }

  /** From now on any thread may call. */
  void share() {
    owner = null;
  }

  /** From now on only the calling thread may call. */
  void takeOver() {
    if (owner != null) {
      owner = Thread.currentThread();
    }
  }

  /**
   * Begins a call; a thread that is inside may begin another one, as UCX's callbacks do.
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
   * Ends a call that {@link #begin} has begun.
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
