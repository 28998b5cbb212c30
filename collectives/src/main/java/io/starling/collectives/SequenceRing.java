package io.starling.collectives;

import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/** Numbers the collectives of a communicator, and sees to it that no number is in use twice. */
final class SequenceRing {

  private final Operation[] users = new Operation[Tags.MAX_SEQUENCES];
  private final int rank;
  private int next;

  SequenceRing(int rank) {
    this.rank = rank;
  }

  /** The number of the next collective. */
  int take(Operation user) {
    int slot = next & (users.length - 1);
    if (users[slot] != null && users[slot] != user && !users[slot].isDone()) {
      throw new IllegalStateException(
          "rank %d: %d collectives are under way on this communicator, which is the most; complete some first (the oldest: %s)"
              .formatted(rank, users.length, users[slot].describe()));
    }
    users[slot] = user;
    return next++;
  }
}
