package io.starling.runtime.log;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The loggers of Starling's own messages. Most ranks log nothing, and to load a logging framework
 * costs some 40 ms of processor time: what prepares it for Starling waits here for the first
 * logger. It is a state of the whole JVM, as the framework's own is.
 */
public final class Logs {

  private static final AtomicReference<Runnable> PREPARATION = new AtomicReference<>();

  private Logs() {}

  /** Sets what is done, once, before the first logger is made. */
  public static void prepareWith(Runnable preparation) {
    PREPARATION.set(preparation);
  }

  /** The logger of this name. */
  public static System.Logger named(String name) {
    prepare();
    return System.getLogger(name);
  }

  /** A thread that comes meanwhile waits; a logger that the preparation makes finds it begun. */
  private static synchronized void prepare() {
    Runnable preparation = PREPARATION.getAndSet(null);
    if (preparation != null) {
      preparation.run();
    }
  }
}
