package io.starling.runtime.transport.noise;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A port that loses its thread now and then: when noise is due, {@link #progress} spins for as long
 * as the schedule says before it does anything. Where it is called late, it makes up for the noise
 * that was due meanwhile, so the share of the time is right.
 */
public final class NoisyPort implements Port {

  private final Port port;
  private final NoiseSchedule schedule;
  private final LongSupplier clock;
  private final Consumer<StolenTime> report;
  private final StolenTime stolen = new StolenTime();
  private long number;
  private long due;
  private long longestSleep;
  private boolean closed;

  /**
   * Noise for a port.
   *
   * @param clock counts nanoseconds, as {@link System#nanoTime} does
   * @param report told at the close what was stolen
   */
  public NoisyPort(
      Port port, NoiseSchedule schedule, LongSupplier clock, Consumer<StolenTime> report) {
    this.port = port;
    this.schedule = schedule;
    this.clock = clock;
    this.report = report;
    number = schedule.numberFrom(clock.getAsLong());
    due = schedule.begin(number);
  }

  @Override
  public int progress() {
    long now = clock.getAsLong();
    while (now >= due) {
      now = steal(now);
      number++;
      due = schedule.begin(number);
    }
    return port.progress();
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
    }
    return now;
  }

  @Override
  public boolean arm() {
    longestSleep = due - clock.getAsLong();
    return longestSleep > 0 && port.arm();
  }

  @Override
  public void sleep(long nanoseconds) {
    port.sleep(Math.min(nanoseconds, longestSleep));
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      report.accept(stolen);
    }
    port.close();
  }

  @Override
  public int rank() {
    return port.rank();
  }

  @Override
  public int size() {
    return port.size();
  }

  @Override
  public MessageMemory memory() {
    return port.memory();
  }

  @Override
  public void attach(Completions completions) {
    port.attach(completions);
  }

  @Override
  public void send(
      int transfer,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous) {
    port.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    port.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return port.probe(tag, mask, remove, found);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    port.receiveMatched(transfer, handle, into, offset, length);
  }

  @Override
  public void fold(
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length,
      int transfer,
      Completions completions) {
    port.fold(
        fold,
        left,
        leftOffset,
        right,
        rightOffset,
        into,
        intoOffset,
        length,
        transfer,
        completions);
  }

  @Override
  public void cancel(int transfer) {
    port.cancel(transfer);
  }

  @Override
  public long longestSleep() {
    return port.longestSleep();
  }

  @Override
  public void wake() {
    port.wake();
  }

  @Override
  public boolean settle() {
    return port.settle();
  }

  @Override
  public void flush() {
    port.flush();
  }
}
