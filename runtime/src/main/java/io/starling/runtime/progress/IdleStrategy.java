package io.starling.runtime.progress;

/** What a rank does while it waits and nothing happens. */
public interface IdleStrategy {

  /** Something happened: the next wait begins anew. */
  void reset();

  /** Nothing happened. Returns whether it slept, that is, whether the wait has become long. */
  boolean idle(Port port);
}
