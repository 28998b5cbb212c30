package io.starling.runtime.transport.simulated;

import io.starling.runtime.transport.simulated.ProcessorObserver.Work;

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
  private ProcessorObserver observer;

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

  /** Says who hears what it does; nobody at first. */
  void observeBy(ProcessorObserver itsObserver) {
    observer = itsObserver;
  }

  /** Works for so many picoseconds. */
  void work(Work kind, long picoseconds) {
    long from = clock;
    clock = fabric.noise().finish(rank, from, picoseconds);
    if (observer != null) {
      if (clock > from && picoseconds > 0) {
        observer.worked(kind, from, clock);
      }
      tellNoise(from, picoseconds);
    }
  }

  /** Finds the noise since a time, which only shows by how late the work is done. */
  private void tellNoise(long from, long picoseconds) {
    Noise noise = fabric.noise();
    long time = from;
    long left = picoseconds;
    while (clock > time + left) {
      long quiet = quiet(time, left);
      long begin = time + Math.max(0, quiet);
      // The next picosecond of work is done when the noise is over and that picosecond, too.
      long end = quiet < 0 ? noise.finish(rank, time, 0) : noise.finish(rank, time, quiet + 1) - 1;
      observer.disturbed(begin, Math.min(end, clock));
      left -= begin - time;
      time = end;
    }
  }

  /** How much of the work is done before noise comes; -1 where there is noise now. */
  private long quiet(long time, long picoseconds) {
    long done = -1;
    long disturbed = picoseconds;
    while (disturbed - done > 1) {
      long middle = done + (disturbed - done) / 2;
      if (fabric.noise().finish(rank, time, middle) == time + middle) {
        done = middle;
      } else {
        disturbed = middle;
      }
    }
    return done;
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

  /** Has nothing to do before this time, and is then there when noise lets it. */
  void idleUntil(long time) {
    clock = Math.max(clock, time);
    work(Work.COMPUTE, 0);
  }

  /** Looks at its inbox, if it is there. */
  void wake(SimulatedFabric.Host host) {
    awaited = false;
    if (isCopying()) {
      return;
    }
    idleUntil(fabric.now());
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

  /** Has copied; what it had begun otherwise came first, and noise may have held it up. */
  void endCopy() {
    long copied = fabric.now() - copyingSince;
    copyingSince = NOT_COPYING;
    work(Work.COPY, copied);
    wakeLater();
  }
}
