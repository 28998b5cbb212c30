package io.starling.solvers;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Native calls that do not notice an interrupt of their thread. */
final class Interruptible {

  private Interruptible() {}

  /**
   * The result of a call in a thread of its own.
   *
   * @param stop makes the call return soon, at an interrupt of this thread
   * @throws InterruptedException if this thread is interrupted; the call has ended then
   */
  static <T> T call(Supplier<T> call, Runnable stop) throws InterruptedException {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread solver =
        Thread.ofPlatform()
            .name("solver")
            .daemon()
            .start(() -> result.completeAsync(call, Runnable::run));
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the solver failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      while (solver.isAlive()) {
        stop.run();
        if (solver.join(Duration.ofMillis(10))) {
          break;
        }
      }
      throw e;
    }
  }
}
