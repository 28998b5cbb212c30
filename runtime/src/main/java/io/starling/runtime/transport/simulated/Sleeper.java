package io.starling.runtime.transport.simulated;

/** How the thread of a rank waits for virtual time to pass. */
public interface Sleeper {

  /** For ranks that never wait inside a call. */
  Sleeper NONE =
      nanoseconds -> {
        throw new IllegalStateException("a rank without a thread of its own can't wait in a call");
      };

  /** Lets others go on until this rank is woken, or for so many nanoseconds at most. */
  void sleep(long nanoseconds);

  /**
   * This rank has looked for messages and found none.
   *
   * @return whether others went on meanwhile, so that all may be different now
   */
  default boolean foundNothing() {
    return false;
  }
}
