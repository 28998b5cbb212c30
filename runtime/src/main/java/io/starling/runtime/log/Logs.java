package io.starling.runtime.log;

/**
 * The loggers of Starling's own messages. Most ranks log nothing, and to load a logging framework
 * costs some 40 ms of processor time: what prepares it for Starling waits here for the first
 * logger.
 */
public final class Logs {

  private static Runnable preparation;

  private Logs() {}

  /** Sets what is done, once, before the first logger is made. */
  public static synchronized void prepareWith(Runnable itsPreparation) {
    preparation = itsPreparation;
  }

  /** The logger of this name. */
  public static System.Logger named(String name) {
    prepare();
    return System.getLogger(name);
  }

  /** A thread that comes meanwhile waits; a logger that the preparation makes finds it begun. */
  private static synchronized void prepare() {
    Runnable begun = preparation;
    preparation = null;
    if (begun != null) {
      begun.run();
    }
  }
}
