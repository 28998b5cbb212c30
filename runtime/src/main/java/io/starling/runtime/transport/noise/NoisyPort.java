package io.starling.runtime.transport.noise;

import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A port with noise. When noise is due, {@link #progress} first spins for the scheduled time. If it
 * is called late, it makes up for the noise that was due meanwhile, so that the share of the time
 * is right.
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

  /** Is notified of noise when it is over. */
  @FunctionalInterface
  public interface Listener {
    /** Noise from one time to another on the clock, in nanoseconds. */
    void disturbed(long begin, long end);
  }

  /**
   * Adds noise to a port.
   *
   * @param clock counts nanoseconds, as {@link System#nanoTime} does
   * @param report receives the stolen time at the close
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

  /** Sets the listener for each noise. */
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

  /** Spins until the noise is over. */
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
