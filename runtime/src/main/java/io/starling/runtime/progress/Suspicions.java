package io.starling.runtime.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Operations that a transport can't go on with because a peer has broken off, or may have. The
 * supervision usually knows more within a moment; so long they wait, and then they fail with the
 * transport's words.
 */
final class Suspicions {

  /** How long the supervision's word is waited for. */
  static final long PATIENCE_NANOSECONDS = 1_000_000_000;

  private record Suspicion(
      Operation operation, Supplier<RuntimeException> otherwise, long deadline) {}

  private final List<Suspicion> open = new ArrayList<>();

  /**
   * An operation that waits for the supervision's word.
   *
   * @param otherwise why it fails where there is none
   */
  void add(Operation operation, Supplier<RuntimeException> otherwise, long now) {
    open.add(new Suspicion(operation, otherwise, now + PATIENCE_NANOSECONDS));
  }

  /**
   * Forgets operations that have ended, and ends those that have waited long enough; returns
   * whether there were any.
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

  /** Ends those that need a rank which has failed. */
  void confirm() {
    for (Suspicion suspicion : List.copyOf(open)) {
      RuntimeException obstacle = suspicion.operation.obstacle();
      if (obstacle != null) {
        suspicion.operation.fail(obstacle);
      }
    }
    // Those that have ended may be started again before the next look.
    open.removeIf(suspicion -> !suspicion.operation.isListening());
  }
}
