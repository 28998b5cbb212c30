package io.starling.gpu;

import io.starling.runtime.StarlingException;
import io.starling.runtime.log.Logs;
import java.lang.System.Logger.Level;
import java.util.function.IntSupplier;

/**
 * Frees a resource of a context, on any thread. A failure is only logged. It is not logged if the
 * device has failed: then no resource can be freed, and its users get the reason.
 */
final class Cleanup {

  private Cleanup() {}

  /**
   * Calls with the context current, then releases it.
   *
   * @param operation the operation for messages, such as {@code "freeing memory (cuMemFree)"}
   * @param call returns a status
   */
  static void run(CudaContext context, String operation, IntSupplier call) {
    int status = context.makeCurrent();
    check(context, status == CudaLibrary.SUCCESS ? call.getAsInt() : status, operation);
    release(context);
  }

  /** Logs a warning if a status is an error and the device has not failed. */
  static void check(CudaContext context, int status, String operation) {
    if (status != CudaLibrary.SUCCESS && !CudaStatus.isFailureOfDevice(status)) {
      warn("%s: %s failed: %s".formatted(context.label(), operation, CudaStatus.describe(status)));
    }
  }

  static void warn(String message) {
    Logs.named("io.starling.gpu").log(Level.WARNING, message);
  }

  private static void release(CudaContext context) {
    try {
      context.release();
    } catch (StarlingException e) {
      warn(e.getMessage());
    }
  }
}
