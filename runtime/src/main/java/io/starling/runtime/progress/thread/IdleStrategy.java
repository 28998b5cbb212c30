package io.starling.runtime.progress.thread;

/** Decides what a waiting thread does while nothing happens. */
public interface IdleStrategy {

  /** What to do before the next look at the transport. */
  enum Pause {
    /** Nothing. */
    SPIN,
    /** Let another thread or rank have the core. */
    YIELD,
    /** Sleep until the transport has work: the wait has become long. */
    SLEEP
  }

  /** There was progress: the next wait begins anew. */
  void reset();

  /** There was no progress. */
  Pause idle();

  /** The yield that {@link #idle} asked for is over; to be called before anything else. */
  default void yielded() {}
}
