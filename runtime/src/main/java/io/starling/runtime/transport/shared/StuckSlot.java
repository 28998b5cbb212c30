package io.starling.runtime.transport.shared;

import java.util.BitSet;

/**
 * Finds a slot of this rank's ring that a sender has claimed and will never fill, because its
 * process ended at that moment. All later messages of all senders wait behind it. A sender writes
 * its rank right after it has claimed a slot. A sender that ended before that is detected by a
 * timeout, after which a living sender would have run again.
 */
final class StuckSlot {

  /** Longer than a living sender is preempted between two instructions. */
  private static final long PATIENCE_NANOSECONDS = 1_000_000_000;

  private final IncomingRing ring;
  private final BitSet ended = new BitSet();
  private long position = -1;
  private long since;

  StuckSlot(IncomingRing ring) {
    this.ring = ring;
  }

  /** A sender has ended: from now on there may be a stuck slot. */
  void watch(int sender) {
    ended.set(sender);
  }

  boolean isWatching() {
    return !ended.isEmpty();
  }

  /** Skips the next slot if it will never be filled; returns whether it did. */
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
