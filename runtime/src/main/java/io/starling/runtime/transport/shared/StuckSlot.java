package io.starling.runtime.transport.shared;

/**
 * Finds a slot of this rank's ring that a sender has claimed and, because its process ended at that
 * very moment, will never fill. All later messages of all senders wait behind it. Nothing tells who
 * has claimed a slot; a living sender fills it within nanoseconds, unless it loses its core.
 */
final class StuckSlot {

  /** Longer than a living sender is without its core. */
  private static final long PATIENCE_NANOSECONDS = 1_000_000_000;

  private final IncomingRing ring;
  private boolean watching;
  private long position = -1;
  private long since;

  StuckSlot(IncomingRing ring) {
    this.ring = ring;
  }

  /** A sender has ended: from now on there may be one. */
  void watch() {
    watching = true;
  }

  boolean isWatching() {
    return watching;
  }

  /** Skips the next slot where it has been stuck for too long; returns whether it did. */
  boolean skip(long now) {
    if (!ring.isStuck()) {
      position = -1;
    } else if (position != ring.position()) {
      position = ring.position();
      since = now;
    } else if (now - since > PATIENCE_NANOSECONDS) {
      ring.skip();
      return true;
    }
    return false;
  }
}
