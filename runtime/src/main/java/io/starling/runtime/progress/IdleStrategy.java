package io.starling.runtime.progress;

/** What a thread does while it waits and nothing happens. */
public interface IdleStrategy {

  /** What to do before the next look at the transport. */
  enum Pause {
    /** Nothing. */
    SPIN,
    /** Let another thread or rank have the core. */
    YIELD,
    /** Sleep until the transport has something: the wait has become long. */
    SLEEP
  }

  /** Something happened: the next wait begins anew. */
  void reset();

  /** Nothing happened. */
  Pause idle();

  /** The yield that {@link #idle} asked for is over; to be called before anything else. */
  default void yielded() {}
}
