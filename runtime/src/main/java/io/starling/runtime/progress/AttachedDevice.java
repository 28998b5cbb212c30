package io.starling.runtime.progress;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The device of a rank, from the first operation with memory of it on, and the work it has. */
final class AttachedDevice {

  /** So much work may be open before machines hear of no more events. */
  private static final int MOST_OPEN = 256;

  /** Longer lanes serve one message each: to make one ready for the device costs several copies. */
  private static final long LARGEST_LANE_KEPT = 64 << 20;

  private final Port port;
  private final TransferTable transfers;
  private final CompletionNotes completed;
  private final HostLanes lanes = new HostLanes();

  /** As its buffers name it, and as it is used, which may be watched. */
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
   * Makes sure that it is the rank's.
   *
   * @throws IllegalArgumentException if the rank has another one
   */
  void attach(Device its) {
    if (its != named) {
      if (named != null && (named.isOpen() || open > 0 || !lanes.isIdle())) {
        throw new IllegalArgumentException(
            "rank %d: a buffer is on %s, but the rank has used a buffer on %s before, which is still open, and a rank has one device at a time"
                .formatted(port.rank(), its.name(), named.name()));
      }
      close(true);
      Device watched = port.watched(its);
      watched.attach(this::ended);
      named = its;
      device = watched;
      arena = Arena.ofShared();
      scratch = new BufferPool(device.memory(), arena, Long.MAX_VALUE);
      lanes.open(
          new BufferPool(device.staging(port.memory()), arena, LARGEST_LANE_KEPT),
          device.hostCopyBytes());
    }
  }

  /** The device, after {@link #attach}. */
  Device device() {
    return device;
  }

  HostLanes lanes() {
    return lanes;
  }

  /** Opens a row for work on behalf of another row's operation, which does not end before it. */
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

  /** Whether work that is open uses some bytes of a range. */
  boolean isUsing(Memory memory, long offset, long length) {
    return open > 0 && device.isUsing(memory.segment(), offset, length);
  }

  /** Work was posted, or is about to be, that has the number of a row. */
  void began() {
    open++;
  }

  /** Opens what a peer's device has exported; null where that can't be done, or there is none. */
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

  /** Lets the device tell what has ended; returns how much. */
  int progress() {
    return open == 0 ? 0 : device.progress();
  }

  /** Whether machines should hear of nothing for now: they would give the device more to do. */
  boolean isFull() {
    return open >= MOST_OPEN;
  }

  /** For how many nanoseconds a thread that waits may sleep. */
  long longestSleep() {
    return open == 0 ? Long.MAX_VALUE : device.longestSleep();
  }

  /** Scratch beside data on the device; null where the device lacks the fold. */
  Memory scratch(Memory near, Fold fold, long bytes) {
    attach(near.device());
    return fold == null || device.folds(fold)
        ? Memory.of(new Scratch(named, scratch.acquire(bytes)))
        : null;
  }

  void releaseScratch(Memory memory) {
    scratch.release(memory.segment());
  }

  /** Frees lanes and scratch, before their port is gone, unless something may still use them. */
  void close(boolean isQuiet) {
    if (arena != null && isQuiet) {
      arena.close();
      arena = null;
    }
  }
}
