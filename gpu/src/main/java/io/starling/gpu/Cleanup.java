package io.starling.gpu;

import io.starling.runtime.error.StarlingException;
import java.lang.System.Logger.Level;

/** Gives something in a context back, on any thread, and complains in the log alone. */
final class Cleanup {

  private Cleanup() {}

  /** Runs with the context current, then releases it. */
  static void run(CudaContext context, Runnable action) {
    try {
      context.use();
      action.run();
    } catch (StarlingException e) {
      warn(e.getMessage());
    } finally {
      release(context);
    }
  }

  static void warn(String message) {
    System.getLogger("io.starling.gpu").log(Level.WARNING, message);
  }

  private static void release(CudaContext context) {
    try {
      context.release();
    } catch (StarlingException e) {
      warn(e.getMessage());
    }
  }
}
