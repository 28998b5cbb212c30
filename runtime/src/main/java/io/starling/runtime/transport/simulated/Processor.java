package io.starling.runtime.transport.simulated;

import io.starling.runtime.transport.simulated.ProcessorObserver.Work;

/**
 * The processor of a rank. The rank's work advances its clock, and noise may advance it further.
 * Events that arrive meanwhile wait in the inbox until the rank makes progress; they are handled
 * one at a time.
 */
final class Processor {

  private static final long NOT_COPYING = -1;

  private final SimulatedFabric fabric;
  private final int rank;
  private final Inbox inbox = new Inbox();

  /** Copies that may begin; what has arrived comes first. */
  private final Inbox copies = new Inbox();

  private long clock;

  /** Work before this time is not disturbed. */
  private long quietUntil;

  /** From this time on it does nothing. */
  private long end = Long.MAX_VALUE;

  private boolean awaited;
  private long copyingSince = NOT_COPYING;
  private ProcessorObserver observer;

  Processor(SimulatedFabric fabric, int rank) {
    this.fabric = fabric;
    this.rank = rank;
  }

  /** The time at which it has done all that it has begun. */
  long clock() {
    return clock;
  }

  /** It stops at a time, or earlier if that was said before. */
  void stopAt(long time) {
    end = Math.min(end, time);
    fabric.schedule(Math.max(fabric.now(), time), SimulatedFabric.WAKE, rank);
  }

  /** Whether it has stopped. */
  boolean hasStopped() {
    return fabric.now() >= end;
  }

  /** Whether it stops before it has done all that it has begun: what it does next never happens. */
  boolean isLate() {
    return clock >= end;
  }

  /** What it handles next, and what comes after that. */
  Inbox inbox() {
    return inbox.isEmpty() ? copies : inbox;
  }

  /** Sets the observer of its work; none by default. */
  void observeBy(ProcessorObserver itsObserver) {
    observer = itsObserver;
  }

  /** Works for a time in picoseconds. */
  void work(Work kind, long picoseconds) {
    long from = clock;
    clock = finish(from, picoseconds);
    if (observer != null) {
      if (clock > from && picoseconds > 0) {
        observer.worked(kind, from, clock);
      }
      tellNoise(from, picoseconds);
    }
  }

  private long finish(long from, long picoseconds) {
    if (from < quietUntil && picoseconds <= quietUntil - from) {
      return from + picoseconds;
    }
    long end = fabric.noise().finish(rank, from, picoseconds);
    quietUntil = fabric.noise().quietUntil(rank, end);
    return end;
  }

  /** Finds the noise since a time; it only shows in how late the work is done. */
  private void tellNoise(long from, long picoseconds) {
    Noise noise = fabric.noise();
    long time = from;
    long left = picoseconds;
    while (clock > time + left) {
      long quiet = quiet(time, left);
      long begin = time + Math.max(0, quiet);
      // The next picosecond of work is done one picosecond after the noise.
      long end = quiet < 0 ? noise.finish(rank, time, 0) : noise.finish(rank, time, quiet + 1) - 1;
      observer.disturbed(begin, Math.min(end, clock));
      left -= begin - time;
      time = end;
    }
  }

  /** How much of the work is done before the next noise; -1 if there is noise now. */
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

  /** Makes it look at its inbox as soon as it is free. */
  void wakeLater() {
    if (!awaited) {
      awaited = true;
      fabric.schedule(Math.max(fabric.now(), clock), SimulatedFabric.WAKE, rank);
    }
  }

  /** Makes it look at its inbox after a time, in any case. */
  void wakeIn(long picoseconds) {
    fabric.schedule(clock + picoseconds, SimulatedFabric.WAKE, rank);
  }

  /** It is idle until this time, and available then unless there is noise. */
  void idleUntil(long time) {
    clock = Math.max(clock, time);
    work(Work.COMPUTE, 0);
  }

  /** Looks at its inbox, if it is available. */
  void wake(SimulatedFabric.Host host) {
    awaited = false;
    if (hasStopped()) {
      host.wake(rank);
      return;
    }
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

  /** An event has arrived. */
  void come(int kind, int flight) {
    if (hasStopped()) {
      return;
    }
    inbox.add(kind, flight);
    wakeLater();
  }

  /** Whether an event has arrived that it could handle. */
  boolean hasMail() {
    return isFree() && !inbox().isEmpty();
  }

  /** Whether an event has arrived that it could handle, other than a copy that may begin. */
  boolean hasArrivals() {
    return isFree() && !inbox.isEmpty();
  }

  private boolean isFree() {
    return !isCopying() && !hasStopped();
  }

  private boolean isCopying() {
    return copyingSince != NOT_COPYING;
  }

  /** Copies a message when nothing else is left to handle. */
  void copyLater(int flight) {
    copies.add(SimulatedFabric.COPY, flight);
    wakeLater();
  }

  /** Begins a copy; it does nothing else until {@link #endCopy}. */
  void beginCopy() {
    copyingSince = clock;
  }

  /** Ends a copy; earlier work came first, and noise may have delayed it. */
  void endCopy() {
    long copied = fabric.now() - copyingSince;
    copyingSince = NOT_COPYING;
    work(Work.COPY, copied);
    wakeLater();
  }
}
