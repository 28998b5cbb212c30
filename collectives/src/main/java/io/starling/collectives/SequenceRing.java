package io.starling.collectives;

import io.starling.collectives.machine.Collective;
import io.starling.runtime.progress.Tags;

/** Numbers the collectives of a communicator, and sees to it that no number is in use twice. */
final class SequenceRing {

  private final Collective[] users = new Collective[Tags.MAX_SEQUENCES];
  private final int rank;
  private final int context;
  private int next;

  /**
   * A ring for a rank of a communicator.
   *
   * @param context the communicator's number
   */
  SequenceRing(int rank, int context) {
    this.rank = rank;
    this.context = context;
  }

  /** Gives a collective the next number, which it returns, and the tag of it. */
  int take(Collective user) {
    int slot = next & (users.length - 1);
    long tag = Tags.collective(context, next);
    if (users[slot] != null && users[slot].isUnderWayWith(tag)) {
      throw new IllegalStateException(
          "rank %d: %d collectives are under way on this communicator, which is the most; complete some first (the oldest: %s)"
              .formatted(rank, users.length, users[slot].describe()));
    }
    users[slot] = user;
    user.useTag(tag);
    return next++;
  }
}
