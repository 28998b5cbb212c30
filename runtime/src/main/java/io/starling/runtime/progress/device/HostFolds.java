package io.starling.runtime.progress.device;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.TransferTable;
import io.starling.runtime.reduction.Fold;
import java.util.ArrayDeque;

/**
 * Folds data of a device on the processor, if the device lacks the operator or some of the data is
 * in host memory. Copies to host memory are folds with one operand.
 *
 * <pre>
 * copy out (left) ──┐
 *                   ├─> fold in slots ──> copy in (result)
 * copy out (right) ─┘
 * </pre>
 */
final class HostFolds {

  private final Port port;
  private final TransferTable transfers;
  private final Completions completed;
  private final DeviceTransfers devices;
  private final DeviceRows rows;
  private final StagingSlots slots;
  private final ArrayDeque<HostFold> free = new ArrayDeque<>();

  HostFolds(DeviceTransfers devices) {
    this.devices = devices;
    port = devices.port;
    transfers = devices.transfers;
    completed = devices.completed;
    rows = devices.rows;
    slots = devices.slots;
  }

  /** Starts a fold; its row is complete when the result is in host memory. */
  void start(
      int row,
      Fold fold,
      Memory left,
      long leftOffset,
      Memory right,
      long rightOffset,
      Memory into,
      long intoOffset,
      long length) {
    HostFold work = free.isEmpty() ? new HostFold() : free.removeLast();
    rows.hostFold[row] = work;
    work.fold = fold;
    work.target = into;
    work.targetOffset = intoOffset;
    work.missing = 0;
    operand(row, work.left, left, leftOffset, length);
    operand(row, work.right, right, rightOffset, length);
    result(work.into, into, intoOffset, length);
    if (work.missing == 0) {
      begin(row);
    }
  }

  /** Copies from the device to other memory; ends as a fold does. */
  void copy(int row, Memory from, long fromOffset, Memory into, long intoOffset, long length) {
    HostFold work = free.isEmpty() ? new HostFold() : free.removeLast();
    rows.hostFold[row] = work;
    work.target = into;
    work.targetOffset = intoOffset;
    work.missing = 0;
    operand(row, work.left, from, fromOffset, length);
    if (work.missing == 0) {
      begin(row);
    }
  }

  private void operand(int row, HostFold.Part part, Memory memory, long offset, long length) {
    if (memory.isOnDevice()) {
      HostCopy copy = devices.hostCopy(row, memory, offset, length);
      copy.users++;
      part.set(copy.slot, memory.segment().address() + offset - copy.address, copy);
      if (!copy.whole) {
        copy.await(row);
        rows.hostFold[row].missing++;
      }
    } else if (memory.isContiguous()) {
      part.set(memory.segment(), offset, null);
    } else {
      HostCopy copy = slots.take(0, length);
      copy.users++;
      part.set(copy.slot, 0, copy);
      memory.read(offset, copy.slot, 0, length);
    }
  }

  private void result(HostFold.Part part, Memory into, long offset, long length) {
    if (into.isContiguous() && !into.isOnDevice()) {
      part.set(into.segment(), offset, null);
    } else {
      HostCopy copy = slots.take(into.segment().address() + offset, length);
      copy.users++;
      part.set(copy.slot, 0, copy);
    }
  }

  /** An operand of a row has arrived. */
  void arrived(int row) {
    if (--rows.hostFold[row].missing == 0) {
      begin(row);
    }
  }

  private void begin(int row) {
    HostFold work = rows.hostFold[row];
    if (work.fold == null) {
      completed.completed(row, 0, transfers.length[row]);
      return;
    }
    port.fold(
        work.fold,
        work.left.segment,
        work.left.offset,
        work.right.segment,
        work.right.offset,
        work.into.segment,
        work.into.offset,
        transfers.length[row],
        row,
        completed);
  }

  /** A fold is complete: copies the result to its destination. */
  void conclude(int row) {
    HostFold work = rows.hostFold[row];
    HostCopy copy = work.into.copy;
    if (work.fold == null) {
      long length = transfers.length[row];
      work.target.write(work.targetOffset, work.left.segment, work.left.offset, length);
    } else if (work.target.isOnDevice()) {
      devices.arrived(row, copy, work.target, work.targetOffset);
    } else if (copy != null) {
      work.target.write(work.targetOffset, copy.slot, 0, copy.length);
    }
  }

  void release(int row) {
    HostFold work = rows.hostFold[row];
    release(row, work.left);
    release(row, work.right);
    release(row, work.into);
    work.fold = null;
    work.target = null;
    free.addLast(work);
  }

  private void release(int row, HostFold.Part part) {
    HostCopy copy = part.copy;
    part.set(null, 0, null);
    if (copy != null) {
      slots.release(copy, row);
    }
  }
}
