package io.starling.runtime.progress;

/**
 * The threads of a rank that have to do with Starling.
 *
 * @param level which of the program's threads may call
 * @param progressThread whether a thread of Starling's own makes progress while the program
 *     computes
 * @param unguarded whether nobody checks which thread calls: of all that do, one runs at a time
 */
public record Threading(ThreadLevel level, boolean progressThread, boolean unguarded) {

  /** One thread calls, and makes progress while it does. */
  public static final Threading FUNNELED = new Threading(ThreadLevel.FUNNELED, false);

  /** For ranks whose work another thread does while their own waits, as in virtual time. */
  public static final Threading UNGUARDED = new Threading(ThreadLevel.FUNNELED, false, true);

  /** Threads that are checked. */
  public Threading(ThreadLevel level, boolean progressThread) {
    this(level, progressThread, false);
  }

  /** Whether several threads may be at work on a rank's operations between begin and end. */
  public boolean isShared() {
    return progressThread || level == ThreadLevel.MULTIPLE;
  }
}
