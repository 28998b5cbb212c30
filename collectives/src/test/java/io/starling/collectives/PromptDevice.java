package io.starling.collectives;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A device that has done everything when a post returns, and allocates nothing. */
final class PromptDevice implements Device {

  private final int[] ended = new int[1024];
  private int endedCount;
  private Listener listener;

  /** Zeros. */
  DeviceRegion region(long bytes, Arena arena) {
    MemorySegment segment = memory().allocate(bytes, arena);
    return new DeviceRegion() {
      @Override
      public Device device() {
        return PromptDevice.this;
      }

      @Override
      public MemorySegment segment() {
        return segment;
      }
    };
  }

  @Override
  public String name() {
    return "prompt device";
  }

  @Override
  public void attach(Listener itsListener) {
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
  public long hostCopyBytes() {
    return Long.MAX_VALUE;
  }

  private void end(int work) {
    ended[endedCount++] = work;
  }

  @Override
  public void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    copyInNow(host, hostOffset, into, offset, length);
    end(work);
  }

  @Override
  public void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    copyOutNow(from, offset, host, hostOffset, length);
    end(work);
  }

  @Override
  public void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    copyWithinNow(from, offset, into, intoOffset, length);
    end(work);
  }

  @Override
  public boolean folds(Fold fold) {
    return true;
  }

  @Override
  public void fold(
      int work,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    fold.fold(left, leftOffset, right, rightOffset, into, intoOffset, length);
    end(work);
  }

  @Override
  public int progress() {
    int count = endedCount;
    for (int i = 0; i < count; i++) {
      listener.ended(ended[i], null);
    }
    endedCount = 0;
    return count;
  }

  @Override
  public long longestSleep() {
    return 50_000;
  }

  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    MemorySegment.copy(host, hostOffset, into, offset, length);
  }

  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    MemorySegment.copy(from, offset, host, hostOffset, length);
  }

  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    MemorySegment.copy(from, offset, into, intoOffset, length);
  }

  @Override
  public void close() {}
}
