package io.starling.runtime.progress;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The device of a rank and its open work. A rank has one from the first operation on its memory on.
 */
final class AttachedDevice {

  /** The open work at which operations stop receiving events. */
  private static final int MOST_OPEN = 256;

  /**
   * Longer slots are used for one message each: to register one with the device costs several
   * copies.
   */
  private static final long LARGEST_SLOT_KEPT = 64 << 20;

  private final Port port;
  private final TransferTable transfers;
  private final CompletionNotes completed;
  private final StagingSlots slots = new StagingSlots();

  /** The device that buffers name, and the one that is called: the same, or a tracing wrapper. */
  private Device named;

  private Device device;
  private Arena arena;
  private BufferPool scratch;
  private int open;

  AttachedDevice(Port port, TransferTable transfers, CompletionNotes completed) {
    this.port = port;
    this.transfers = transfers;
    this.completed = completed;
  }

  private record Scratch(Device device, MemorySegment segment) implements DeviceRegion {}

  /**
   * Makes a device the rank's device.
   *
   * @throws IllegalArgumentException if the rank has another device
   */
  void attach(Device its) {
    if (its != named) {
      if (named != null && (named.isOpen() || open > 0 || !slots.isIdle())) {
        throw new IllegalArgumentException(
            "rank %d: the buffer is on %s, but this rank already uses %s, and a rank uses one device at a time; close the Gpu of the other device first"
                .formatted(port.rank(), its.name(), named.name()));
      }
      close(true);
      Device watched = port.watched(its);
      watched.attach(this::ended);
      named = its;
      device = watched;
      arena = Arena.ofShared();
      scratch = new BufferPool(device.memory(), arena, Long.MAX_VALUE);
      slots.open(
          new BufferPool(device.staging(port.memory()), arena, LARGEST_SLOT_KEPT),
          device.hostCopyBytes());
    }
  }

  /** The device, after {@link #attach}. */
  Device device() {
    return device;
  }

  StagingSlots slots() {
    return slots;
  }

  /**
   * Opens a row for work of another row's operation. The operation does not end before the work.
   */
  int open(byte kind, int row, Memory memory, long length) {
    Operation operation = transfers.operation[row];
    int work = transfers.open(kind, operation, transfers.child[row], transfers.segment[row]);
    transfers.memory[work] = memory;
    transfers.length[work] = length;
    operation.transferOpened(work);
    operation.hostCopies.deviceWork++;
    began();
    return work;
  }

  /** Whether open work uses bytes of a range. */
  boolean isUsing(Memory memory, long offset, long length) {
    return open > 0 && device.isUsing(memory.segment(), offset, length);
  }

  /** Notes work that was or will be posted, with the number of a row. */
  void began() {
    open++;
  }

  /**
   * Opens a range that a peer's device has exported; null if that is impossible or there is no
   * device.
   */
  MemorySegment open(MemorySegment description, long length) {
    return device == null ? null : device.open(description, length);
  }

  private void ended(int work, String failure) {
    open--;
    if (failure == null) {
      completed.completed(work, 0, transfers.length[work]);
    } else {
      completed.failed(work, Completions.Failure.BROKEN, failure);
    }
  }

  /** Lets the device report what has ended; returns how much. */
  int progress() {
    return open == 0 ? 0 : device.progress();
  }

  /**
   * Whether operations should receive no events for now: they would post more work to the device.
   */
  boolean isFull() {
    return open >= MOST_OPEN;
  }

  /** The longest sleep of a waiting thread, in nanoseconds. */
  long longestSleep() {
    return open == 0 ? Long.MAX_VALUE : device.longestSleep();
  }

  /** Scratch memory on the device beside the data; null if the device lacks the fold. */
  Memory scratch(Memory near, Fold fold, long bytes) {
    attach(near.device());
    return fold == null || device.folds(fold)
        ? Memory.of(new Scratch(named, scratch.acquire(bytes)))
        : null;
  }

  void releaseScratch(Memory memory) {
    scratch.release(memory.segment());
  }

  /** Frees slots and scratch memory before their port is closed, unless work may still use them. */
  void close(boolean isQuiet) {
    if (arena != null && isQuiet) {
      arena.close();
      arena = null;
    }
  }
}
