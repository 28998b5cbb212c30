package io.starling.runtime.progress;

/**
 * The threads of a rank that have to do with Starling.
 *
 * @param level which of the program's threads may call
 * @param progressThread whether a thread of Starling's own makes progress while the program
 *     computes
 */
public record Threading(ThreadLevel level, boolean progressThread) {

  /** One thread calls, and makes progress while it does. */
  public static final Threading FUNNELED = new Threading(ThreadLevel.FUNNELED, false);

  /** Whether several threads may be at work on a rank's operations between begin and end. */
  public boolean isShared() {
    return progressThread || level == ThreadLevel.MULTIPLE;
  }
}
