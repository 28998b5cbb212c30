package io.starling.gpu;

import io.starling.runtime.error.StarlingException;
import java.lang.System.Logger.Level;
import java.util.function.IntSupplier;

/**
 * Gives something in a context back, on any thread, and complains in the log alone: not at all
 * where the device has failed, since then nothing can be given back, and who used it is told why.
 */
final class Cleanup {

  private Cleanup() {}

  /**
   * Calls with the context current, then releases it.
   *
   * @param operation what is tried, such as {@code "freeing memory (cuMemFree)"}
   * @param call returns a status
   */
  static void run(CudaContext context, String operation, IntSupplier call) {
    int status = context.makeCurrent();
    check(context, status == CudaLibrary.SUCCESS ? call.getAsInt() : status, operation);
    release(context);
  }

  /** Warns where a status is an error and the device has not failed. */
  static void check(CudaContext context, int status, String operation) {
    if (status != CudaLibrary.SUCCESS && !CudaStatus.isFailureOfDevice(status)) {
      warn("%s: %s failed: %s".formatted(context.label(), operation, CudaStatus.describe(status)));
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
