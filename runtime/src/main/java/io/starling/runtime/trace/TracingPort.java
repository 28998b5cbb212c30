package io.starling.runtime.trace;

import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/** Another port, with notes of what it does and when. */
public final class TracingPort extends ForwardingPort {

  private final TransferNotes notes;

  /**
   * Traces a port.
   *
   * @param clock in nanoseconds, the same for all ranks
   */
  TracingPort(Port port, TraceLog log, LongSupplier clock) {
    super(port);
    notes = new TransferNotes(log, clock);
  }

  /**
   * Notes that noise has taken the processor away, on the clock of this port; to be called when it
   * is over, before anything else of the rank begins.
   */
  public void disturbed(long begin, long end) {
    notes.disturbed(begin, end);
  }

  @Override
  public Device watched(Device device) {
    return new TracingDevice(super.watched(device), notes);
  }

  @Override
  public void attach(Completions completions) {
    notes.forwardTo(completions);
    super.attach(notes);
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
    notes.send(transfer, peer, tag, length);
    try {
      super.send(transfer, peer, tag, data, offset, length, synchronous);
    } catch (RuntimeException | Error e) {
      notes.refused(transfer);
      throw e;
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    if (mask == Tags.EXACT) {
      notes.receive(transfer, tag, length);
    } else {
      notes.receiveAny(transfer, Tags.sourceOf(mask) == 0 ? -1 : Tags.sourceOf(tag), length);
    }
    try {
      super.receive(transfer, tag, mask, into, offset, length);
    } catch (RuntimeException | Error e) {
      notes.refused(transfer);
      throw e;
    }
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    notes.receiveAny(transfer, -1, length);
    try {
      super.receiveMatched(transfer, handle, into, offset, length);
    } catch (RuntimeException | Error e) {
      notes.refused(transfer);
      throw e;
    }
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
    notes.fold(transfer, length);
    try {
      super.fold(
          fold,
          left,
          leftOffset,
          right,
          rightOffset,
          into,
          intoOffset,
          length,
          transfer,
          notes.before(completions));
    } catch (RuntimeException | Error e) {
      notes.refused(transfer);
      throw e;
    }
  }
}
