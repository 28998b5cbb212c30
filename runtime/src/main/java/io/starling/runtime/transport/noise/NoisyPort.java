package io.starling.runtime.transport.noise;

import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A port that loses its thread now and then: when noise is due, {@link #progress} spins for as long
 * as the schedule says before it does anything. Where it is called late, it makes up for the noise
 * that was due meanwhile, so the share of the time is right.
 */
public final class NoisyPort extends ForwardingPort {

  private final NoiseSchedule schedule;
  private final LongSupplier clock;
  private final Consumer<StolenTime> report;
  private final StolenTime stolen = new StolenTime();
  private long number;
  private long due;
  private long longestSleep;
  private boolean closed;
  private Listener listener = (_, _) -> {};

  /** Hears of noise when it is over. */
  @FunctionalInterface
  public interface Listener {
    /** From when to when on the clock, in nanoseconds. */
    void disturbed(long begin, long end);
  }

  /**
   * Noise for a port.
   *
   * @param clock counts nanoseconds, as {@link System#nanoTime} does
   * @param report told at the close what was stolen
   */
  public NoisyPort(
      Port port, NoiseSchedule schedule, LongSupplier clock, Consumer<StolenTime> report) {
    super(port);
    this.schedule = schedule;
    this.clock = clock;
    this.report = report;
    number = schedule.numberFrom(clock.getAsLong());
    due = schedule.begin(number);
  }

  /** Says who hears of each noise. */
  public void tell(Listener itsListener) {
    listener = itsListener;
  }

  @Override
  public int progress() {
    long now = clock.getAsLong();
    while (now >= due) {
      now = steal(now);
      number++;
      due = schedule.begin(number);
    }
    return super.progress();
  }

  /** Returns when it is over. */
  private long steal(long begin) {
    long duration = schedule.duration(number);
    long now = begin;
    while (now - begin < duration) {
      Thread.onSpinWait();
      now = clock.getAsLong();
    }
    if (duration > 0) {
      stolen.add(schedule.turnAt(begin), now - begin);
      listener.disturbed(begin, now);
    }
    return now;
  }

  @Override
  public boolean arm() {
    longestSleep = due - clock.getAsLong();
    return longestSleep > 0 && super.arm();
  }

  @Override
  public void sleep(long nanoseconds) {
    super.sleep(Math.min(nanoseconds, longestSleep));
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      report.accept(stolen);
    }
    super.close();
  }
}
