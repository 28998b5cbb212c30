package io.starling.runtime.progress;

import io.starling.runtime.TransportException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Executor;

/**
 * Posts the transfers of operations to a port. If the port can't use the memory directly, data
 * travels through {@link Staging}, or through {@link Devices}.
 */
final class TransferPoster {

  private static final int NOTHING = -1;

  private final Port port;
  private final TransferTable transfers;
  private final Staging staging;
  private final Devices devices;
  private final CompletionNotes completed;
  private final FailureWatch watch;
  private final OutsideWork outside;
  private final Looks looks;
  private int posting = NOTHING;
  private long touchedBytes;

  TransferPoster(
      Port port,
      TransferTable transfers,
      Staging staging,
      Devices devices,
      CompletionNotes completed,
      FailureWatch watch,
      OutsideWork outside,
      Looks looks) {
    this.port = port;
    this.transfers = transfers;
    this.staging = staging;
    this.devices = devices;
    this.completed = completed;
    this.watch = watch;
    this.outside = outside;
    this.looks = looks;
  }

  void send(
      Operation operation,
      int child,
      int segment,
      int peer,
      long tag,
      Memory data,
      long offset,
      long length,
      boolean synchronous) {
    int row = open(TransferTable.SEND, operation, child, segment, tag, length);
    transfers.peer[row] = peer;
    if (data.isDirect() || (data.isOnHeap() && port.takesHeap(peer))) {
      transfers.memory[row] = data;
      send(port, row, data.segment(), offset, synchronous);
    } else if (data.isOnDevice()) {
      Messages direct = devices.direct(row, data, offset, length);
      if (direct == null) {
        devices.send(row, data, offset, length, synchronous);
      } else {
        send(direct, row, data.segment(), offset, synchronous);
      }
    } else {
      MemorySegment slot = staging.pack(row, data, offset, length);
      send(port, row, slot, 0, synchronous);
    }
    posting = NOTHING;
  }

  /** An unreachable peer may have failed; the supervision will report it. */
  private void send(
      Messages messages, int row, MemorySegment data, long offset, boolean synchronous) {
    long tag = transfers.tag[row];
    if (devices.holdsBack(row, offset, synchronous)) {
      return;
    }
    try {
      messages.send(
          row, transfers.peer[row], tag, data, offset, transfers.length[row], synchronous);
    } catch (TransportException e) {
      if (!watch.isWatched()) {
        throw e;
      }
      completed.failed(row, Completions.Failure.UNREACHABLE, e.getMessage());
    }
  }

  void receive(
      Operation operation,
      int child,
      int segment,
      int peer,
      long tag,
      long mask,
      Memory into,
      long offset,
      long length) {
    int row = open(TransferTable.RECEIVE, operation, child, segment, tag, length);
    transfers.peer[row] = peer;
    if (into.isDirect() || takesArray(into, tag, mask)) {
      transfers.memory[row] = into;
      transfers.offset[row] = offset;
      port.receive(row, tag, mask, into.segment(), offset, length);
    } else {
      Messages direct = into.isOnDevice() ? devices.direct(row, into, offset, length) : null;
      if (direct == null) {
        port.receive(row, tag, mask, staging.room(row, into, offset, length), 0, length);
      } else {
        direct.receive(row, tag, mask, into.segment(), offset, length);
      }
    }
    posting = NOTHING;
  }

  /** Whether the port writes to an array itself; a read-only one is refused after the receive. */
  private boolean takesArray(Memory into, long tag, long mask) {
    return into.isOnHeap()
        && !into.segment().isReadOnly()
        && port.takesHeap(Tags.isFromAnySource(mask) ? -1 : Tags.sourceOf(tag));
  }

  void receiveMatched(
      Operation operation, int peer, MessageInfo message, Memory into, long offset, long length) {
    int row = open(TransferTable.RECEIVE, operation, 0, 0, message.tag(), length);
    transfers.peer[row] = peer;
    if (into.isDirect() || takesArray(into, message.tag(), Tags.EXACT)) {
      transfers.memory[row] = into;
      port.receiveMatched(row, message.handle(), into.segment(), offset, length);
    } else {
      Messages direct = into.isOnDevice() ? devices.direct(row, into, offset, length) : null;
      if (direct == null) {
        MemorySegment slot = staging.room(row, into, offset, length);
        port.receiveMatched(row, message.handle(), slot, 0, length);
      } else {
        direct.receiveMatched(row, message.handle(), into.segment(), offset, length);
      }
    }
    posting = NOTHING;
  }

  void exchange(
      Operation operation,
      Board board,
      long number,
      Memory data,
      long offset,
      long length,
      int from) {
    int row = open(TransferTable.EXCHANGE, operation, 0, 0, 0, length);
    transfers.peer[row] = Board.ALL;
    transfers.board[row] = board;
    try {
      if (data == null) {
        board.begin(row, number, null, 0, length, from);
      } else if (data.isDirect() || data.isOnHeap()) {
        transfers.memory[row] = data;
        board.begin(row, number, data.segment(), offset, length, from);
      } else {
        board.begin(row, number, staging.pack(row, data, offset, length), 0, length, from);
      }
    } catch (TransportException e) {
      if (!watch.isWatched()) {
        throw e;
      }
      completed.failed(row, Completions.Failure.UNCERTAIN, e.getMessage());
    }
    posting = NOTHING;
  }

  void access(
      Operation operation,
      int child,
      int segment,
      RemoteMemory.Access access,
      RemoteMemory target,
      int peer,
      Memory local,
      long localOffset,
      long offset,
      long length) {
    int row = open(TransferTable.ACCESS, operation, child, segment, 0, length);
    touchedBytes += target.hasWords() ? length : 0;
    transfers.peer[row] = peer;
    transfers.memory[row] = local;
    try {
      target.access(access, row, local.segment(), localOffset, offset, length);
    } catch (TransportException e) {
      if (!watch.isWatched()) {
        throw e;
      }
      completed.failed(row, Completions.Failure.UNREACHABLE, e.getMessage());
    }
    posting = NOTHING;
  }

  void fold(
      Operation operation,
      int child,
      int segment,
      Fold fold,
      Memory left,
      long leftOffset,
      Memory right,
      long rightOffset,
      Memory into,
      long intoOffset,
      long length) {
    int row = open(TransferTable.FOLD, operation, child, segment, 0, length);
    touchedBytes += length;
    if (left.isOnDevice() || right.isOnDevice() || into.isOnDevice()) {
      devices.fold(row, fold, left, leftOffset, right, rightOffset, into, intoOffset, length);
    } else if (left.isContiguous() && right.isContiguous() && into.isContiguous()) {
      transfers.memory[row] = into;
      port.fold(
          fold,
          left.segment(),
          leftOffset,
          right.segment(),
          rightOffset,
          into.segment(),
          intoOffset,
          length,
          row,
          completed);
    } else {
      MemorySegment slot = staging.room(row, into, intoOffset, 2 * length);
      left.read(leftOffset, slot, 0, length);
      right.read(rightOffset, slot, length, length);
      port.fold(fold, slot, 0, slot, length, slot, 0, length, row, completed);
    }
    posting = NOTHING;
  }

  /** Ends as a fold of segment 0 does. */
  void copy(
      Operation operation,
      int child,
      Memory from,
      long fromOffset,
      Memory into,
      long intoOffset,
      long length) {
    int row = open(TransferTable.FOLD, operation, child, 0, 0, length);
    touchedBytes += length;
    if (from.isOnDevice() || into.isOnDevice()) {
      devices.copy(row, from, fromOffset, into, intoOffset, length);
    } else {
      Memory.copy(from, fromOffset, into, intoOffset, length);
      completed.completed(row, 0, length);
    }
    posting = NOTHING;
  }

  void addPatient(Operation operation) {
    transfers.addPatient(operation);
  }

  void removePatient(Operation operation) {
    transfers.removePatient(operation);
  }

  void addLooker(Operation operation) {
    looks.add(operation);
  }

  void removeLooker(Operation operation) {
    looks.remove(operation);
  }

  void work(Operation operation, int child, int segment, Executor threads, Runnable work) {
    int row = open(TransferTable.OUTSIDE, operation, child, segment, 0, 0);
    outside.begin(row, threads, work);
    posting = NOTHING;
  }

  /** The operation that is posting, for messages. */
  String describeCurrent() {
    return posting == NOTHING ? "a reduction" : transfers.operation[posting].describe();
  }

  /** The bytes that this rank has folded and copied itself. */
  long touchedBytes() {
    return touchedBytes;
  }

  private int open(byte kind, Operation operation, int child, int segment, long tag, long length) {
    int row = transfers.open(kind, operation, child, segment);
    transfers.tag[row] = tag;
    transfers.length[row] = length;
    transfers.count(row);
    posting = row;
    return row;
  }

  /** Forgets a failed post. */
  void forgetFailed(CompletionDelivery delivery) {
    if (posting != NOTHING) {
      delivery.close(posting);
      posting = NOTHING;
    }
  }
}
