package io.starling.runtime.progress.failure;

import io.starling.runtime.progress.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Operations whose transport has failed, possibly because a peer has ended. The supervision usually
 * reports a failed peer within a moment. Operations wait for that report; without it they fail with
 * the transport's message.
 */
final class DoubtfulOperations {

  /** How long operations wait for the supervision's report. */
  static final long PATIENCE_NANOSECONDS = 1_000_000_000;

  private record Suspicion(
      Operation operation, Supplier<RuntimeException> otherwise, long deadline) {}

  private final List<Suspicion> open = new ArrayList<>();

  /**
   * An operation that waits for the supervision's report.
   *
   * @param otherwise the failure if there is no report
   */
  void add(Operation operation, Supplier<RuntimeException> otherwise, long now) {
    open.add(new Suspicion(operation, otherwise, now + PATIENCE_NANOSECONDS));
  }

  /**
   * Forgets operations that have ended, and ends those whose wait has expired; returns whether
   * there were any.
   */
  boolean settle(long now) {
    if (open.isEmpty()) {
      return false;
    }
    List<Suspicion> over = open.stream().filter(it -> now - it.deadline >= 0).toList();
    open.removeIf(it -> now - it.deadline >= 0 || !it.operation.isListening());
    for (Suspicion suspicion : over) {
      Operation operation = suspicion.operation;
      if (operation.isListening()) {
        operation.fail(suspicion.otherwise.get());
      }
    }
    return true;
  }

  /** Ends the operations that need a failed rank. */
  void confirm() {
    for (Suspicion suspicion : List.copyOf(open)) {
      RuntimeException obstacle = suspicion.operation.obstacle();
      if (obstacle != null) {
        suspicion.operation.fail(obstacle);
      }
    }
    // Operations that have ended may be started again before the next look.
    open.removeIf(suspicion -> !suspicion.operation.isListening());
  }
}
