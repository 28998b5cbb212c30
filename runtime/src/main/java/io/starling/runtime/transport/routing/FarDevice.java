package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import java.lang.foreign.MemorySegment;

/** Messages from and to the memory of a device, over the far port. */
final class FarDevice implements Messages {

  private final Messages messages;
  private final Port far;
  private final RoutedReceives receives;
  private final FarLooks farLooks;

  /** The messages of a device's memory that the far port has. */
  FarDevice(Messages messages, Port far, RoutedReceives receives, FarLooks farLooks) {
    this.messages = messages;
    this.far = far;
    this.receives = receives;
    this.farLooks = farLooks;
  }

  boolean isOf(Messages others) {
    return messages == others;
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
    farLooks.expect();
    messages.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    receives.receive(transfer, tag, mask, into, offset, length, far, messages);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    messages.receiveMatched(transfer, handle >> 1, into, offset, length);
  }
}
