package io.starling.runtime.progress.device;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Devices;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.TransferTable;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The device of a rank and its open work. A rank has one from the first operation on its memory on.
 */
abstract sealed class AttachedDevice implements Devices permits DeviceTransfers {

  /** The open work at which operations stop receiving events. */
  private static final int MOST_OPEN = 256;

  /**
   * Longer slots are used for one message each: to register one with the device costs several
   * copies.
   */
  private static final long LARGEST_SLOT_KEPT = 64 << 20;

  final Port port;
  final TransferTable transfers;
  final Completions completed;
  final DeviceRows rows;
  final StagingSlots slots = new StagingSlots();

  /** The device that buffers name, and the one that is called: the same, or a tracing wrapper. */
  private Device named;

  private Device device;
  private Arena arena;
  private BufferPool scratch;
  private int open;

  AttachedDevice(Port port, TransferTable transfers, Completions completed) {
    this.port = port;
    this.transfers = transfers;
    this.completed = completed;
    rows = new DeviceRows(transfers);
  }

  private record Scratch(Device device, MemorySegment segment) implements DeviceRegion {}

  /**
   * Makes a device the rank's device.
   *
   * @throws IllegalArgumentException if the rank has another device
   */
  final void attach(Device its) {
    if (its != named) {
      if (named != null && (named.isOpen() || open > 0 || !slots.isIdle())) {
        throw new IllegalArgumentException(
            "rank %d: the buffer is on %s, but this rank already uses %s, and a rank uses one device at a time; close the Gpu of the other device first"
                .formatted(port.rank(), its.name(), named.name()));
      }
      close(true);
      Device watched = port.watched(its);
      watched.attach(this::workEnded);
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
  final Device device() {
    return device;
  }

  /** What the operation of a row has here. */
  final HostCopies copies(int row) {
    Operation operation = transfers.operation[row];
    if (operation.share() == null) {
      operation.share(new HostCopies(slots));
    }
    return (HostCopies) operation.share();
  }

  /** Opens a row beside another one. Their operation does not end before the new row. */
  final int openBeside(byte kind, int row) {
    int beside = rows.add(transfers.openBeside(kind, row));
    copies(row).work++;
    return beside;
  }

  /** Opens a row for work that is then posted to the device. */
  final int open(byte step, int row, Memory memory, long length) {
    int work = openBeside(TransferTable.WORK, row);
    rows.step[work] = step;
    transfers.memory[work] = memory;
    transfers.length[work] = length;
    began();
    return work;
  }

  /** Whether open work uses bytes of a range. */
  final boolean isUsing(Memory memory, long offset, long length) {
    return open > 0 && device.isUsing(memory.segment(), offset, length);
  }

  /** Notes work that was or will be posted, with the number of a row. */
  final void began() {
    open++;
  }

  /**
   * Opens a range that a peer's device has exported; null if that is impossible or there is no
   * device.
   */
  final MemorySegment open(MemorySegment description, long length) {
    return device == null ? null : device.open(description, length);
  }

  /**
   * An answer to a header is not cancelled while the engine lives: until it arrives, a peer may
   * read the data. What a device copies is not the port's to cancel.
   */
  @Override
  public final boolean isCancellable(int row, boolean atEnd) {
    byte step = rows.step[row];
    boolean isReceive = transfers.kind[row] == TransferTable.RECEIVE;
    return step == DeviceRows.ANSWER ? atEnd : isReceive && step != DeviceRows.FETCH;
  }

  private void workEnded(int work, String failure) {
    open--;
    if (failure == null) {
      // A fetch is a receive and keeps its tag.
      completed.completed(work, transfers.tag[work], transfers.length[work]);
    } else {
      completed.failed(work, Completions.Failure.BROKEN, failure);
    }
  }

  @Override
  public final int progress() {
    return open == 0 ? 0 : device.progress();
  }

  @Override
  public final boolean isFull() {
    return open >= MOST_OPEN;
  }

  @Override
  public final long longestSleep() {
    return open == 0 ? Long.MAX_VALUE : device.longestSleep();
  }

  @Override
  public final Memory scratch(Memory near, Fold fold, long bytes) {
    attach(near.device());
    return fold == null || device.folds(fold)
        ? Memory.of(new Scratch(named, scratch.acquire(bytes)))
        : null;
  }

  @Override
  public final void releaseScratch(Memory memory) {
    scratch.release(memory.segment());
  }

  @Override
  public final void close(boolean isQuiet) {
    if (arena != null && isQuiet) {
      arena.close();
      arena = null;
    }
  }
}
