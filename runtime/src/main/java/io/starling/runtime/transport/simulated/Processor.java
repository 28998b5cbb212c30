package io.starling.runtime.transport.simulated;

/**
 * The processor of a rank. Whatever the rank does moves its clock on, which noise may move further;
 * what comes meanwhile waits in the inbox until the rank makes progress, one thing at a time.
 */
final class Processor {

  private static final long NOT_COPYING = -1;

  private final SimulatedFabric fabric;
  private final int rank;
  private final Inbox inbox = new Inbox();
  private long clock;
  private boolean awaited;
  private long copyingSince = NOT_COPYING;

  Processor(SimulatedFabric fabric, int rank) {
    this.fabric = fabric;
    this.rank = rank;
  }

  /** When it has done all that it has begun. */
  long clock() {
    return clock;
  }

  Inbox inbox() {
    return inbox;
  }

  /** Works. */
  void compute(long picoseconds) {
    clock = fabric.noise().finish(rank, clock, picoseconds);
  }

  /** Is to look at its inbox when it is free. */
  void wakeLater() {
    if (!awaited) {
      awaited = true;
      fabric.schedule(Math.max(fabric.now(), clock), SimulatedFabric.WAKE, rank);
    }
  }

  /** Is to look after so many picoseconds, whatever comes. */
  void wakeIn(long picoseconds) {
    fabric.schedule(clock + picoseconds, SimulatedFabric.WAKE, rank);
  }

  /** Looks at its inbox, if it is there. */
  void wake(SimulatedFabric.Host host) {
    awaited = false;
    if (isCopying()) {
      return;
    }
    clock = Math.max(clock, fabric.now());
    compute(0);
    if (clock > fabric.now()) {
      wakeLater();
      return;
    }
    host.wake(rank);
    if (hasMail()) {
      wakeLater();
    }
  }

  /** Something has come. */
  void come(int kind, int flight) {
    inbox.add(kind, flight);
    wakeLater();
  }

  /** Whether something has come that it could look at. */
  boolean hasMail() {
    return !isCopying() && !inbox.isEmpty();
  }

  private boolean isCopying() {
    return copyingSince != NOT_COPYING;
  }

  /** Begins to copy, and does nothing else until {@link #endCopy}. */
  void beginCopy() {
    copyingSince = clock;
  }

  /** Has copied, if noise did not hold it up. */
  void endCopy() {
    clock = fabric.noise().finish(rank, copyingSince, fabric.now() - copyingSince);
    copyingSince = NOT_COPYING;
    wakeLater();
  }
}
