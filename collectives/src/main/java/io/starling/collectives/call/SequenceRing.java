package io.starling.collectives.call;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.progress.Tags;

/** Numbers the collectives of a communicator, and ensures that no number is in use twice. */
final class SequenceRing {

  private final CollectiveOperation[] users = new CollectiveOperation[Tags.MAX_SEQUENCES];
  private final int rank;
  private final int context;
  private long next;

  /**
   * A ring for a rank of a communicator.
   *
   * @param context the communicator's number
   */
  SequenceRing(int rank, int context) {
    this.rank = rank;
    this.context = context;
  }

  /** Gives a collective the next number and its tag; returns the number. */
  int take(CollectiveOperation user) {
    int sequence = (int) next;
    int slot = sequence & (users.length - 1);
    long tag = Tags.collective(context, sequence);
    if (users[slot] != null && users[slot].isUnderWayWith(tag)) {
      throw new IllegalStateException(
          "rank %d: %d collectives are open on this communicator, which is the limit; complete some first (the oldest: %s)"
              .formatted(rank, users.length, users[slot].describe()));
    }
    users[slot] = user;
    user.useTag(tag, next);
    next++;
    return sequence;
  }
}
