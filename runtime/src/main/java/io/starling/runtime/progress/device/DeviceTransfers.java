package io.starling.runtime.progress.device;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.TransferTable;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * Moves segments of device memory through slots of host memory. The device copies to and from them
 * asynchronously (ADAPT, section 4).
 *
 * <pre>
 * network ──> slot ──> next node, next package, ...      a receive is complete when the slot has it
 *              │ copy in                                 and is sent on from there
 *              v
 *           device ──> fold ──> copy out ──> slot ──> network
 * </pre>
 *
 * <p>A device keeps work on the same memory in order. Operations are therefore notified of a copy
 * in or a fold at once; only the end of an operation waits for it. A copy out is awaited by the
 * sends from its slot. An operation that forwards a segment, or sends it several times, uses the
 * same slot ({@link HostCopies}), so that each byte crosses once in each direction. Long segments
 * for a rank of the same host bypass host memory if possible ({@link PeerCopies}).
 */
public final class DeviceTransfers extends AttachedDevice {

  private static final String DIRECT =
      ". The transport moves this device memory directly: STARLING_GPU_UCX=off leaves that to"
          + " the device";

  private final HostFolds hostFolds;
  private final PeerCopies peers;
  private final SendOrder order;

  /** For a rank that may get a device. */
  public DeviceTransfers(Port port, TransferTable transfers, Completions completed) {
    super(port, transfers, completed);
    hostFolds = new HostFolds(this);
    peers = new PeerCopies(this);
    order = new SendOrder(this);
  }

  /** Prepares for an operation with this memory; returns whether it is on the attached device. */
  private boolean isHere(Memory memory, int row) {
    if (memory.isOnDevice()) {
      attach(memory.device());
      rows.add(row);
      copies(row).hold(memory.region());
    }
    return memory.isOnDevice();
  }

  /**
   * The transport that moves a message directly from or to the device; null if it goes through a
   * slot. The segments of collectives always use slots, from which they are forwarded or folded.
   *
   * <p>The transport does not know the device's order, so no work may be open on the memory. Work
   * is open only if a failed operation has left it, or if other sends read the same memory: an
   * operation ends after its work, and no other operation uses the memory that it writes (MPI 4.1,
   * section 3.7).
   */
  @Override
  public Messages direct(int row, Memory memory, long offset, long length) {
    isHere(memory, row);
    Messages direct =
        Tags.isCollective(transfers.tag[row]) ? null : port.direct(device(), transfers.peer[row]);
    if (direct == null || isUsing(memory, offset, length)) {
      return null;
    }
    transfers.memory[row] = memory;
    transfers.offset[row] = offset;
    rows.direct[row] = true;
    memory.region().keep();
    return direct;
  }

  /** Sends to a device beside this one, or from a host copy. */
  @Override
  public void send(int row, Memory data, long offset, long length, boolean synchronous) {
    isHere(data, row);
    if (!peers.offer(row, data, offset, length, synchronous)) {
      sendCopy(row, data, offset, length, synchronous);
    }
  }

  /** Sends from a host copy as soon as it is complete. */
  void sendCopy(int row, Memory data, long offset, long length, boolean synchronous) {
    HostCopy copy = hostCopy(row, data, offset, length);
    copy.users++;
    rows.copy[row] = copy;
    transfers.memory[row] = data;
    transfers.offset[row] = data.segment().address() + offset - copy.address;
    rows.synchronous[row] = synchronous;
    order.start(row);
  }

  /** The host copy of a range; the copy may still be under way. */
  HostCopy hostCopy(int row, Memory data, long offset, long length) {
    isHere(data, row);
    long address = data.segment().address() + offset;
    HostCopy known = copies(row).find(address, length);
    return known != null ? known : copyOut(row, data, offset, length);
  }

  private HostCopy copyOut(int row, Memory data, long offset, long length) {
    HostCopy copy = slots.take(data.segment().address() + offset, length);
    copy.whole = length == 0;
    slots.keep(copies(row), transfers.operation[row].hostCopyUses(), copy);
    if (length > 0) {
      int work = open(DeviceRows.FILL, row, data, length);
      rows.copy[work] = copy;
      copy.users++;
      device().copyOut(work, data.segment(), offset, copy.slot, 0, length);
    }
    return copy;
  }

  /** A copy out has ended; begins the transfers that waited for it. */
  private void filled(HostCopy copy, String failure) {
    copy.whole = failure == null;
    if (failure != null) {
      slots.retire(copy);
    }
    while (copy.isAwaited()) {
      int row = copy.nextWaiting();
      if (transfers.kind[row] == TransferTable.SEND) {
        order.filled(row, failure);
      } else {
        begin(row, failure);
      }
    }
  }

  /** Begins the waiting transfers, unless the copy has failed or they are no longer needed. */
  void begin(int row, String failure) {
    Operation operation = transfers.operation[row];
    if (failure == null && operation.isListening()) {
      try {
        if (transfers.kind[row] == TransferTable.SEND) {
          order.post(row);
        } else {
          hostFolds.arrived(row);
        }
      } catch (RuntimeException | Error e) {
        operation.fail(e);
        completed.failed(row, Completions.Failure.CANCELLED, null);
      }
    } else if (transfers.failure[row] == null) {
      completed.failed(row, Completions.Failure.BROKEN, failure);
    }
  }

  @Override
  public MemorySegment room(int row, Memory into, long offset, long length) {
    isHere(into, row);
    HostCopy copy = slots.take(into.segment().address() + offset, length);
    copy.users++;
    rows.copy[row] = copy;
    transfers.memory[row] = into;
    transfers.offset[row] = offset;
    return copy.slot;
  }

  private void received(int row) {
    HostCopy copy = rows.copy[row];
    Memory into = transfers.memory[row];
    copy.length = transfers.bytes[row];
    if (into.isOnDevice()) {
      arrived(row, copy, into, transfers.offset[row]);
    } else {
      into.write(transfers.offset[row], copy.slot, 0, copy.length);
    }
  }

  /** A slot has data for the device: copies it there, and makes the slot available to sends. */
  void arrived(int row, HostCopy copy, Memory into, long offset) {
    copy.whole = true;
    slots.keep(copies(row), transfers.operation[row].hostCopyUses(), copy);
    if (copy.length > 0) {
      int work = open(DeviceRows.NONE, row, into, copy.length);
      rows.copy[work] = copy;
      copy.users++;
      device().copyIn(work, copy.slot, 0, into.segment(), offset, copy.length);
    }
  }

  /**
   * Folds on the device if all data is there and it has the fold; the operation goes on at once.
   */
  @Override
  public void fold(
      int row,
      Fold fold,
      Memory left,
      long leftOffset,
      Memory right,
      long rightOffset,
      Memory into,
      long intoOffset,
      long length) {
    boolean leftHere = isHere(left, row);
    boolean rightHere = isHere(right, row);
    boolean intoHere = isHere(into, row);
    if (!(leftHere && rightHere && intoHere && device().folds(fold))) {
      hostFolds.start(row, fold, left, leftOffset, right, rightOffset, into, intoOffset, length);
      return;
    }
    if (length > 0) {
      int work = openWriting(row, into, intoOffset, length);
      device()
          .fold(
              work,
              fold,
              left.segment(),
              leftOffset,
              right.segment(),
              rightOffset,
              into.segment(),
              intoOffset,
              length);
    }
    completed.completed(row, 0, length);
  }

  @Override
  public void copy(
      int row, Memory from, long fromOffset, Memory into, long intoOffset, long length) {
    boolean fromHere = isHere(from, row);
    boolean intoHere = isHere(into, row);
    if (!intoHere) {
      hostFolds.copy(row, from, fromOffset, into, intoOffset, length);
      return;
    }
    if (!fromHere && length > 0) {
      HostCopy copy = slots.take(into.segment().address() + intoOffset, length);
      from.read(fromOffset, copy.slot, 0, length);
      arrived(row, copy, into, intoOffset);
    } else if (length > 0) {
      int work = openWriting(row, into, intoOffset, length);
      device().copyWithin(work, from.segment(), fromOffset, into.segment(), intoOffset, length);
    }
    completed.completed(row, 0, length);
  }

  private int openWriting(int row, Memory into, long offset, long length) {
    slots.overwritten(copies(row), into.segment().address() + offset, length);
    return open(DeviceRows.NONE, row, into, length);
  }

  @Override
  public boolean holdsBack(int row, long offset, boolean synchronous) {
    return order.holdsBack(row, offset, synchronous);
  }

  @Override
  public boolean goesOn(int row) {
    if (transfers.device[row] && rows.direct[row] && transfers.failure[row] != null) {
      transfers.detail[row] += DIRECT;
    }
    return peers.mayConcern(row) && peers.goesOn(row);
  }

  @Override
  public void conclude(int row) {
    if (rows.hostFold[row] != null) {
      hostFolds.conclude(row);
    } else if (rows.copy[row] != null && transfers.kind[row] == TransferTable.RECEIVE) {
      received(row);
    }
  }

  @Override
  public void ended(int row, String failure) {
    if (rows.step[row] == DeviceRows.FILL) {
      filled(rows.copy[row], failure);
    }
    copies(row).work--;
  }

  @Override
  public void release(int row) {
    if (rows.direct[row]) {
      transfers.memory[row].region().letGo();
    }
    if (rows.copy[row] != null) {
      slots.release(rows.copy[row], row);
    }
    if (rows.hostFold[row] != null) {
      hostFolds.release(row);
    }
    rows.clear(row);
  }
}
