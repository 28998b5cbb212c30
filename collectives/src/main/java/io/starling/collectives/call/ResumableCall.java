package io.starling.collectives.call;

import io.starling.runtime.progress.Operation;
import java.util.function.Supplier;

/**
 * A step in which all ranks take part, such as the barrier of a fence. An interrupt ends the wait
 * for it, but not the step, because other ranks count on it. So the next run goes on with it:
 *
 * <pre>
 *   run ──> begins ──> waits, interrupted ──> run ──> waits ──> over
 * </pre>
 *
 * <p>To be used inside, by one thread at a time.
 */
public final class ResumableCall {

  private Call open;

  /**
   * Carries a step out, or the rest of the last one if its wait was interrupted.
   *
   * @param step gives the call of a new step; not asked if there is a rest
   */
  public void run(Supplier<? extends Call> step) {
    if (open == null) {
      Call next = step.get();
      next.begin();
      open = next;
    }
    Call current = open;
    Operation operation = current.operation();
    try {
      current.member().engine().waits().await(operation);
    } catch (RuntimeException | Error e) {
      // One that has ended while the interrupt came is kept: the next run finds it over.
      if (operation.failure() != null) {
        open = null;
      }
      throw e;
    }
    open = null;
    current.release();
  }
}
