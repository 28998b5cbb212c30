package io.starling.collectives.communicator;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A device of tests, whose memory is the host's and whose work the processor does. When it does
 * posted work, and when it tells of the end, is for the heirs to say.
 */
abstract class HostedDevice implements Device {

  private final String name;
  private Listener listener;

  HostedDevice(String name) {
    this.name = name;
  }

  private record Region(Device device, MemorySegment segment) implements DeviceRegion {}

  /** Zeros. */
  final DeviceRegion region(long bytes, Arena arena) {
    return new Region(this, memory().allocate(bytes, arena));
  }

  /** Where the processor finds what is in some of the device's memory. */
  MemorySegment near(MemorySegment memory) {
    return memory;
  }

  /** Says that work has ended. */
  final void tell(int work, String failure) {
    listener.ended(work, failure);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final void attach(Listener itsListener) {
    if (listener != null) {
      throw new IllegalStateException("attached before");
    }
    listener = itsListener;
  }

  @Override
  public MessageMemory memory() {
    return MessageMemory.ORDINARY;
  }

  @Override
  public MessageMemory staging(MessageMemory under) {
    return under;
  }

  @Override
  public final long longestSleep() {
    return 50_000;
  }

  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    MemorySegment.copy(host, hostOffset, near(into), offset, length);
  }

  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    MemorySegment.copy(near(from), offset, host, hostOffset, length);
  }

  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    MemorySegment.copy(near(from), offset, near(into), intoOffset, length);
  }

  /** What {@link #fold} promises, at once. */
  final void foldNow(
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    fold.fold(near(left), leftOffset, near(right), rightOffset, near(into), intoOffset, length);
  }

  @Override
  public final void close() {}
}
