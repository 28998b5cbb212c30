package io.starling.runtime.progress.device;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Share;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.TransferTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * Moves long segments from device to device between ranks of one host. The sender announces their
 * place, and the receiver's device copies from there.
 *
 * <pre>
 * sender                                  receiver
 * settle: the data is written
 *        ── header, with the tag of the data ──>  a receive ends with it
 *                                         copy; the operation goes on at once
 *        <── answer: 0 bytes, yes ──      the copy has ended
 * the send is complete
 *
 *        <── answer: 1 byte, no ──        the memory can't be opened; receive with another tag
 * data through the host, with that tag ──>
 * </pre>
 *
 * <p>Only the data of collectives goes this way: it can't be probed, and its receives expect a
 * length, so that a header is never taken for data. After a no, the peer gets no more headers.
 *
 * <p>A row that has sent a header waits for the answer, even if its operation has failed: until
 * then the peer may read its memory. A receiver that no longer needs the data answers yes.
 */
final class PeerCopies {

  /** The lengths of answers. */
  private static final int YES = 0;

  private static final int NO = 1;

  /** The content of answers. */
  private static final MemorySegment ANSWER = Arena.global().allocate(NO);

  private final Port port;
  private final TransferTable transfers;
  private final Completions completed;
  private final DeviceTransfers devices;
  private final DeviceRows rows;
  private final StagingSlots slots;

  /** The peers that have answered no. */
  private final BitSet refusing = new BitSet();

  /** A copy of the beginning of a message that was received into an array. */
  private MemorySegment copied;

  private long number;

  PeerCopies(DeviceTransfers devices) {
    this.devices = devices;
    port = devices.port;
    transfers = devices.transfers;
    completed = devices.completed;
    rows = devices.rows;
    slots = devices.slots;
  }

  /** Begins to send a segment to a device of the same host; returns false if that is impossible. */
  boolean offer(int row, Memory data, long offset, long length, boolean synchronous) {
    int peer = transfers.peer[row];
    if (!port.isNear(peer)
        || refusing.get(peer)
        || !Tags.isCollective(transfers.tag[row])
        || length < Math.max(devices.device().smallestExport(), RendezvousHeader.BYTES + 1)) {
      return false;
    }
    Operation operation = transfers.operation[row];
    HostCopy known = devices.copies(row).find(data.segment().address() + offset, length);
    if (known != null || isSentSeveralTimes(operation)) {
      return false;
    }
    HostCopy header = slots.take(0, RendezvousHeader.BYTES);
    header.users++;
    rows.copy[row] = header;
    long address = header.slot.address();
    if (!devices
        .device()
        .export(data.segment(), offset, length, RendezvousHeader.description(address))) {
      dropLane(row);
      return false;
    }
    RendezvousHeader.write(address, length, ++number);
    transfers.memory[row] = data;
    transfers.offset[row] = offset;
    rows.synchronous[row] = synchronous;
    rows.step[row] = DeviceRows.SETTLE;
    devices.began();
    devices.device().settle(row, data.segment(), offset, length);
    return true;
  }

  /** Whether one host copy serves all peers, near and far, so that the memory is read once. */
  private static boolean isSentSeveralTimes(Operation operation) {
    int uses = operation.hostCopyUses();
    return uses > 1 && uses != Share.MANY;
  }

  /** Whether a row may belong to such a transfer; false for almost all rows, at no cost. */
  boolean mayConcern(int row) {
    return transfers.bytes[row] == RendezvousHeader.BYTES || rows.step(row) > DeviceRows.FILL;
  }

  /** A step of a row has ended: begins the next one; returns false if there is none. */
  boolean goesOn(int row) {
    try {
      return switch (rows.step(row)) {
        case DeviceRows.SETTLE -> settled(row);
        case DeviceRows.HEADER -> headerSent(row);
        case DeviceRows.ANSWER -> answered(row);
        case DeviceRows.FETCH -> fetched(row);
        case DeviceRows.PULL -> pulled(row);
        default -> isHeader(row) && accept(row);
      };
    } catch (RuntimeException | Error e) {
      transfers.operation[row].fail(e);
      completed.failed(row, Completions.Failure.CANCELLED, null);
      return true;
    }
  }

  private boolean settled(int row) {
    if (transfers.failure[row] != null || !transfers.operation[row].isListening()) {
      return endSend(row);
    }
    rows.step[row] = DeviceRows.HEADER;
    MemorySegment slot = rows.copy[row].slot;
    port.send(row, transfers.peer[row], transfers.tag[row], slot, 0, RendezvousHeader.BYTES, false);
    return true;
  }

  private boolean headerSent(int row) {
    if (transfers.failure[row] != null) {
      return endSend(row);
    }
    rows.step[row] = DeviceRows.ANSWER;
    MemorySegment slot = rows.copy[row].slot;
    long tag = Tags.answer(transfers.peer[row], RendezvousHeader.number(slot.address()));
    port.receive(row, tag, Tags.EXACT, slot, 0, NO);
    return true;
  }

  private boolean answered(int row) {
    if (transfers.failure[row] != null || transfers.bytes[row] == YES) {
      return endSend(row);
    }
    refusing.set(transfers.peer[row]);
    long itsNumber = RendezvousHeader.number(rows.copy[row].slot.address());
    transfers.tag[row] = Tags.instead(port.rank(), itsNumber);
    dropLane(row);
    endSend(row);
    if (!transfers.operation[row].isListening()) {
      return false;
    }
    devices.sendCopy(
        row,
        transfers.memory[row],
        transfers.offset[row],
        transfers.length[row],
        rows.synchronous[row]);
    return true;
  }

  private boolean endSend(int row) {
    rows.step[row] = DeviceRows.NONE;
    return false;
  }

  private boolean isHeader(int row) {
    return transfers.kind[row] == TransferTable.RECEIVE
        && transfers.failure[row] == null
        && isReadable(row)
        && transfers.length[row] > RendezvousHeader.BYTES
        && Tags.isCollective(transfers.tag[row])
        && RendezvousHeader.isAt(beginning(row));
  }

  /** The memory of a failed operation may be freed. */
  private boolean isReadable(int row) {
    return transfers.operation[row].isListening()
        || rows.copy(row) != null
        || transfers.staging[row] != null;
  }

  /** The memory of a received message: a slot, or the operation's own memory. */
  private MemorySegment place(int row) {
    MemorySegment slot = slot(row);
    return slot == null ? transfers.memory[row].segment() : slot;
  }

  private long placeOffset(int row) {
    return slot(row) == null ? transfers.offset[row] : 0;
  }

  private MemorySegment slot(int row) {
    HostCopy copy = rows.copy(row);
    return copy == null ? transfers.staging[row] : copy.slot;
  }

  /** The address of a received message, or of a copy of its beginning if it is on the Java heap. */
  private long beginning(int row) {
    MemorySegment place = place(row);
    long offset = placeOffset(row);
    if (place.isNative()) {
      return place.address() + offset;
    }
    if (copied == null) {
      copied = Arena.ofAuto().allocate(RendezvousHeader.BYTES, Long.BYTES);
    }
    Bytes.copy(place, offset, copied, 0, RendezvousHeader.BYTES);
    return copied.address();
  }

  private boolean accept(int row) {
    long address = beginning(row);
    long length = RendezvousHeader.length(address);
    long itsNumber = RendezvousHeader.number(address);
    int peer = Tags.sourceOf(transfers.tag[row]);
    if (length != transfers.length[row] || !transfers.operation[row].isListening()) {
      transfers.failure[row] =
          length > transfers.length[row] ? Completions.Failure.TRUNCATED : null;
      transfers.bytes[row] = length;
      dropLane(row);
      reply(row, peer, itsNumber, YES);
      return false;
    }
    MemorySegment from = devices.open(RendezvousHeader.description(address), length);
    if (from == null) {
      long tag = Tags.instead(peer, itsNumber);
      port.receive(row, tag, Tags.EXACT, place(row), placeOffset(row), transfers.length[row]);
      reply(row, peer, itsNumber, NO);
      return true;
    }
    transfers.peer[row] = peer;
    return transfers.memory[row].isOnDevice()
        ? pull(row, from, length, itsNumber)
        : fetch(row, from, length, itsNumber);
  }

  /** Copies from device to device; the operation is notified at once. */
  private boolean pull(int row, MemorySegment from, long length, long itsNumber) {
    Memory into = transfers.memory[row];
    long offset = transfers.offset[row];
    dropLane(row);
    slots.overwritten(devices.copies(row), into.segment().address() + offset, length);
    int work = devices.open(DeviceRows.PULL, row, into, length);
    transfers.peer[work] = transfers.peer[row];
    transfers.tag[work] = itsNumber;
    devices.device().copyWithin(work, from, 0, into.segment(), offset, length);
    transfers.bytes[row] = length;
    return false;
  }

  private boolean pulled(int row) {
    reply(row, transfers.peer[row], transfers.tag[row], YES);
    return false;
  }

  /** Copies to a slot in host memory, from which the receive takes it at its end. */
  private boolean fetch(int row, MemorySegment from, long length, long itsNumber) {
    dropLane(row);
    HostCopy copy = slots.take(0, length);
    copy.users++;
    rows.add(row);
    rows.copy[row] = copy;
    transfers.tag[row] = itsNumber;
    rows.step[row] = DeviceRows.FETCH;
    devices.began();
    devices.device().copyOut(row, from, 0, copy.slot, 0, length);
    return true;
  }

  private boolean fetched(int row) {
    reply(row, transfers.peer[row], transfers.tag[row], YES);
    rows.step[row] = DeviceRows.NONE;
    transfers.bytes[row] = rows.copy[row].length;
    return false;
  }

  /** Sends an answer; the operation's end waits for it. */
  private void reply(int row, int peer, long itsNumber, int answer) {
    int reply = devices.openBeside(TransferTable.REPLY, row);
    transfers.peer[reply] = peer;
    try {
      long tag = Tags.answer(port.rank(), itsNumber);
      port.send(reply, peer, tag, ANSWER, 0, answer, false);
    } catch (RuntimeException | Error e) {
      transfers.operation[row].fail(e);
      completed.failed(reply, Completions.Failure.CANCELLED, null);
    }
  }

  private void dropLane(int row) {
    HostCopy copy = rows.copy(row);
    if (copy != null) {
      slots.release(copy, row);
      rows.copy[row] = null;
    }
  }
}
