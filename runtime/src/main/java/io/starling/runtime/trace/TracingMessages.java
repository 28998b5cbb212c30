package io.starling.runtime.trace;

import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;

/** Records the messages that it starts. */
record TracingMessages(Messages messages, TransferNotes notes) implements Messages {
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
      messages.send(transfer, peer, tag, data, offset, length, synchronous);
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
      messages.receive(transfer, tag, mask, into, offset, length);
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
      messages.receiveMatched(transfer, handle, into, offset, length);
    } catch (RuntimeException | Error e) {
      notes.refused(transfer);
      throw e;
    }
  }
}
