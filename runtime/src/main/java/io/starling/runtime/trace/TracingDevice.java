package io.starling.runtime.trace;

import io.starling.runtime.memory.CudaAccess;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * Records the work of a device, from the post until its rank is notified of the end. Work that
 * waits for other work therefore includes the wait.
 */
final class TracingDevice implements Device {

  private final Device device;
  private final TransferNotes notes;

  TracingDevice(Device device, TransferNotes notes) {
    this.device = device;
    this.notes = notes;
  }

  @Override
  public String name() {
    return device.name();
  }

  @Override
  public void attach(Listener listener) {
    device.attach(
        (work, failure) -> {
          notes.workEnded(work, failure == null);
          listener.ended(work, failure);
        });
  }

  @Override
  public MessageMemory memory() {
    return device.memory();
  }

  @Override
  public MessageMemory staging(MessageMemory under) {
    return device.staging(under);
  }

  @Override
  public long hostCopyBytes() {
    return device.hostCopyBytes();
  }

  @Override
  public void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    notes.work(work, EventKind.COPY_IN, length);
    device.copyIn(work, host, hostOffset, into, offset, length);
  }

  @Override
  public void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    notes.work(work, EventKind.COPY_OUT, length);
    device.copyOut(work, from, offset, host, hostOffset, length);
  }

  @Override
  public void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    notes.work(work, EventKind.COPY_WITHIN, length);
    device.copyWithin(work, from, offset, into, intoOffset, length);
  }

  @Override
  public boolean folds(Fold fold) {
    return device.folds(fold);
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
    notes.work(work, EventKind.DEVICE_FOLD, length);
    device.fold(work, fold, left, leftOffset, right, rightOffset, into, intoOffset, length);
  }

  @Override
  public long smallestExport() {
    return device.smallestExport();
  }

  @Override
  public boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    return device.export(segment, offset, length, description);
  }

  @Override
  public MemorySegment open(MemorySegment description, long length) {
    return device.open(description, length);
  }

  @Override
  public void settle(int work, MemorySegment segment, long offset, long length) {
    device.settle(work, segment, offset, length);
  }

  @Override
  public boolean isUsing(MemorySegment segment, long offset, long length) {
    return device.isUsing(segment, offset, length);
  }

  @Override
  public CudaAccess cudaAccess() {
    return device.cudaAccess();
  }

  @Override
  public int progress() {
    return device.progress();
  }

  @Override
  public long longestSleep() {
    return device.longestSleep();
  }

  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    device.copyInNow(host, hostOffset, into, offset, length);
  }

  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    device.copyOutNow(from, offset, host, hostOffset, length);
  }

  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    device.copyWithinNow(from, offset, into, intoOffset, length);
  }

  @Override
  public void close() {
    device.close();
  }
}
