package io.starling.runtime.transport.simulated;

/** Lets the thread of a rank wait for virtual time to pass. */
public interface Sleeper {

  /** For ranks that never wait inside a call. */
  Sleeper NONE =
      nanoseconds -> {
        throw new IllegalStateException("a rank without its own thread can't wait in a call");
      };

  /** Lets other ranks run until this rank is woken, or for at most the given nanoseconds. */
  void sleep(long nanoseconds);

  /**
   * This rank has looked for messages and found none.
   *
   * @return whether other ranks ran meanwhile, so that state may have changed
   */
  default boolean foundNothing() {
    return false;
  }
}
