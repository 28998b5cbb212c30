package io.starling.runtime.transport.shared;

import java.util.BitSet;

/**
 * Finds a slot of this rank's ring that a sender has claimed and, because its process ended at that
 * very moment, will never fill. All later messages of all senders wait behind it. Who has claimed a
 * slot says so in its next instruction; only one that ended before that is told by the time, in
 * which a living sender would have got its core again.
 */
final class StuckSlot {

  /** Longer than a living sender is without its core between two instructions. */
  private static final long PATIENCE_NANOSECONDS = 1_000_000_000;

  private final IncomingRing ring;
  private final BitSet ended = new BitSet();
  private long position = -1;
  private long since;

  StuckSlot(IncomingRing ring) {
    this.ring = ring;
  }

  /** A sender has ended: from now on there may be one. */
  void watch(int sender) {
    ended.set(sender);
  }

  boolean isWatching() {
    return !ended.isEmpty();
  }

  /** Skips the next slot where it will never be filled; returns whether it did. */
  boolean skip(long now) {
    if (!ring.isStuck()) {
      position = -1;
      return false;
    }
    int claimer = ring.claimer();
    if (claimer >= 0 ? ended.get(claimer) : isOverdue(now)) {
      ring.skip();
      return true;
    }
    return false;
  }

  private boolean isOverdue(long now) {
    if (position != ring.position()) {
      position = ring.position();
      since = now;
    }
    return now - since > PATIENCE_NANOSECONDS;
  }
}
