package io.starling.runtime.os;

/** A step that an interrupt of the program's thread must not end, since it can't be made later. */
public final class Uninterruptible {

  private Uninterruptible() {}

  /**
   * A step.
   *
   * @param <T> its result
   * @param <E> its failure
   */
  @FunctionalInterface
  public interface Step<T, E extends Exception> {

    /** Makes the step, as often as interrupts end it. */
    T make() throws E;
  }

  /** Makes a step; a thread that was interrupted before or meanwhile is so afterwards. */
  public static <T, E extends Exception> T make(Step<T, E> step) throws E {
    boolean isInterrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return step.make();
        } catch (Exception e) {
          if (!Thread.interrupted()) {
            throw e;
          }
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
