package io.starling.runtime.progress;

import java.util.ArrayList;
import java.util.List;

/**
 * Operations that a transport can't go on with because a peer has broken off. The supervision
 * usually knows more within a moment; so long they wait, and then they fail with the transport's
 * words.
 */
final class Suspicions {

  /** How long the supervision's word is waited for. */
  static final long PATIENCE_NANOSECONDS = 1_000_000_000;

  private record Suspicion(Operation operation, int peer, String words, long deadline) {}

  private final List<Suspicion> open = new ArrayList<>();

  void add(Operation operation, int peer, String words, long now) {
    open.add(new Suspicion(operation, peer, words, now + PATIENCE_NANOSECONDS));
  }

  /**
   * Forgets operations that have ended, and ends those that have waited long enough; returns
   * whether there were any.
   */
  boolean settle(long now) {
    if (open.isEmpty()) {
      return false;
    }
    for (Suspicion suspicion : List.copyOf(open)) {
      Operation operation = suspicion.operation;
      boolean over = now - suspicion.deadline >= 0;
      if (over || !operation.isListening()) {
        open.remove(suspicion);
      }
      if (over && operation.isListening()) {
        operation.fail(operation.lost(suspicion.peer, suspicion.words));
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
