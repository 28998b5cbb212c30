package io.starling.runtime.transport.simulated;

import io.starling.runtime.transport.simulated.ProcessorObserver.Work;

/**
 * A simulated rank's processor: whatever it does moves its clock on, and noise moves it further.
 * Times are picoseconds.
 */
final class Processor {

  private final Noise noise;
  private final int rank;
  private long clock;
  private ProcessorObserver observer;

  Processor(Noise noise, int rank) {
    this.noise = noise;
    this.rank = rank;
  }

  /** When it has done all that it has begun. */
  long clock() {
    return clock;
  }

  void observeBy(ProcessorObserver itsObserver) {
    observer = itsObserver;
  }

  void work(Work kind, long work) {
    long from = clock;
    clock = noise.finish(rank, from, work);
    if (observer != null) {
      if (clock > from && work > 0) {
        observer.worked(kind, from, clock);
      }
      tellNoise(from, work);
    }
  }

  /** Has nothing to do before this time, and is then there when noise lets it. */
  void idleUntil(long time) {
    clock = Math.max(clock, time);
    work(Work.COMPUTE, 0);
  }

  /** Finds the noise since a time, which only shows by how late the work is done. */
  private void tellNoise(long from, long work) {
    long time = from;
    long left = work;
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
  private long quiet(long time, long work) {
    long done = -1;
    long disturbed = work;
    while (disturbed - done > 1) {
      long middle = done + (disturbed - done) / 2;
      if (noise.finish(rank, time, middle) == time + middle) {
        done = middle;
      } else {
        disturbed = middle;
      }
    }
    return done;
  }
}
