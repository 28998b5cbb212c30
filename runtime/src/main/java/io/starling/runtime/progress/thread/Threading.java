package io.starling.runtime.progress.thread;

import io.starling.runtime.ThreadLevel;

/**
 * The threads of a rank that use Starling.
 *
 * @param level which of the program's threads may call
 * @param progressThread whether a thread of Starling makes progress while the program computes
 * @param unguarded whether the calling thread is not checked, because only one of them runs at a
 *     time
 */
public record Threading(ThreadLevel level, boolean progressThread, boolean unguarded) {

  /** One thread calls, and makes progress during its calls. */
  public static final Threading FUNNELED = new Threading(ThreadLevel.FUNNELED, false);

  /** For ranks whose work is done by another thread while their own waits, as in virtual time. */
  public static final Threading UNGUARDED = new Threading(ThreadLevel.FUNNELED, false, true);

  /** Threads that are checked. */
  public Threading(ThreadLevel level, boolean progressThread) {
    this(level, progressThread, false);
  }

  /** The same with a thread that makes progress. */
  Threading withProgressThread() {
    return new Threading(level, true, unguarded);
  }

  /** Whether several threads may work on a rank's operations between their begin and end. */
  public boolean isShared() {
    return progressThread || level == ThreadLevel.MULTIPLE;
  }
}
