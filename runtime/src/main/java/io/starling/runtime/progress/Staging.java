package io.starling.runtime.progress;

import io.starling.runtime.MessageTruncatedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * The pooled native slots through which data travels if a port can't use its memory directly. Each
 * open transfer has at most one slot, for as long as the transfer.
 */
final class Staging {

  private final BufferPool pool;
  private final TransferTable transfers;
  private final Devices devices;

  /** The scratch that was released last, by its size: the pool hands it out next. */
  private final Memory[] lastScratch = new Memory[Long.SIZE + 1];

  Staging(TransferTable transfers, BufferPool pool, Devices devices) {
    this.pool = pool;
    this.transfers = transfers;
    this.devices = devices;
  }

  BufferPool pool() {
    return pool;
  }

  /** Scratch memory, on the device if possible and the data is there. */
  @SuppressWarnings("MemorySegmentReferenceEquality") // An equal one may be of a closed arena.
  Memory scratch(Memory near, Fold fold, long bytes) {
    Memory beside = near.isOnDevice() ? devices.scratch(near, fold, bytes) : null;
    if (beside != null) {
      return beside;
    }
    MemorySegment slot = pool.acquire(bytes);
    Memory known = lastScratch[sizeClass(slot)];
    return known != null && known.segment() == slot ? known : Memory.of(slot);
  }

  private static int sizeClass(MemorySegment slot) {
    return Long.numberOfTrailingZeros(slot.byteSize());
  }

  void releaseScratch(Memory scratch) {
    if (scratch.isOnDevice()) {
      devices.releaseScratch(scratch);
    } else {
      lastScratch[sizeClass(scratch.segment())] = scratch;
      pool.release(scratch.segment());
    }
  }

  /** A slot with a part of the data to send. */
  MemorySegment pack(int row, Memory data, long offset, long length) {
    MemorySegment slot = slot(row, length);
    data.read(offset, slot, 0, length);
    return slot;
  }

  /** A slot for data that a transfer writes to {@code into} from an offset on. */
  MemorySegment room(int row, Memory into, long offset, long slotBytes) {
    if (into.isOnDevice()) {
      return devices.room(row, into, offset, slotBytes);
    }
    transfers.memory[row] = into;
    transfers.offset[row] = offset;
    return slot(row, slotBytes);
  }

  private MemorySegment slot(int row, long bytes) {
    MemorySegment slot = pool.acquire(bytes);
    transfers.staging[row] = slot;
    return slot;
  }

  /** Copies received data to its destination; returns what failed, or null. */
  RuntimeException conclude(int row, int rank) {
    if (transfers.failure[row] != null) {
      String explanation = transfers.explain(row, rank);
      return transfers.failure[row] == Completions.Failure.TRUNCATED
          ? new MessageTruncatedException(explanation)
          : new StarlingException(explanation);
    }
    try {
      unpack(row);
      return null;
    } catch (RuntimeException e) {
      return e;
    }
  }

  private void unpack(int row) {
    MemorySegment slot = transfers.staging[row];
    Memory into = transfers.memory[row];
    if (transfers.device[row]) {
      devices.conclude(row);
    } else if (slot != null && into != null) {
      into.write(transfers.offset[row], slot, 0, transfers.bytes[row]);
    }
  }

  /** Releases the slot of a transfer that has ended. */
  void release(int row) {
    if (transfers.staging[row] != null) {
      pool.release(transfers.staging[row]);
    }
    if (transfers.device[row]) {
      devices.release(row);
    }
  }
}
