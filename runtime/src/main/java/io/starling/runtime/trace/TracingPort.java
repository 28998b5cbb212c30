package io.starling.runtime.trace;

import io.starling.runtime.memory.Device;
import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/** Records what a port does, and when. */
public final class TracingPort extends ForwardingPort {

  private final TransferNotes notes;
  private final TracingMessages messages;

  /**
   * Traces a port.
   *
   * @param clock counts nanoseconds, the same for all ranks
   */
  TracingPort(Port port, TraceLog log, LongSupplier clock) {
    super(port);
    notes = new TransferNotes(log, clock);
    messages = new TracingMessages(port, notes);
  }

  /**
   * Records noise, on the clock of this port; to be called when the noise is over, before anything
   * else of the rank begins.
   */
  public void disturbed(long begin, long end) {
    notes.disturbed(begin, end);
  }

  /** None: a traced job sends messages, which the trace shows. */
  @Override
  public Board board(int group, int[] ranks) {
    return null;
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
  public Messages direct(Device device, int peer) {
    Messages direct = super.direct(device, peer);
    return direct == null ? null : new TracingMessages(direct, notes);
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
    messages.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    messages.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    messages.receiveMatched(transfer, handle, into, offset, length);
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
