package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Completions;

/**
 * A message whose receiver works on it, as its sender sees it. The sender helps to copy: so two
 * cores move one message. A sender that is busy elsewhere delays nobody but on the stage.
 */
final class OutgoingTransfer {

  /** How much the sender may be ahead of the receiver on the stage. */
  static final long STAGE_BYTES = 512 << 10;

  private static final long PIECE = 64 << 10;

  private final Region region;
  private final SharedHeap heap;
  private int transfer;
  private Peer peer;
  private int recordNumber;
  private long record;
  private long address;
  private long length;
  private long staged;
  private int failure;

  OutgoingTransfer(Region region, SharedHeap heap) {
    this.region = region;
    this.heap = heap;
  }

  void begin(int itsTransfer, Peer receiver, int number, long from, long bytes) {
    transfer = itsTransfer;
    peer = receiver;
    recordNumber = number;
    record = Handovers.address(region.base(), number);
    address = from;
    length = bytes;
    staged = 0;
    failure = 0;
  }

  int transfer() {
    return transfer;
  }

  int recordNumber() {
    return recordNumber;
  }

  long length() {
    return length;
  }

  /** Why it failed, or null. */
  String failure() {
    return failure == 0 ? null : peer.explain(failure);
  }

  /** Whether the receiver is done, or will never be. */
  boolean hasEnded() {
    if (Handover.state(record) != Handover.FINISHED) {
      return failure == Linux.NO_SUCH_PROCESS;
    }
    if (failure == 0) {
      failure = Handover.failure(record);
    }
    if (staged > 0) {
      heap.give(Handover.stage(record), STAGE_BYTES);
    }
    return true;
  }

  /** Whether it failed because its receiver has ended. */
  Completions.Failure kindOfFailure() {
    return failure == Linux.NO_SUCH_PROCESS
        ? Completions.Failure.UNREACHABLE
        : Completions.Failure.BROKEN;
  }

  /** Gives it up where its receiver has failed, which is the only other one that uses it. */
  boolean abandon(Peer failed) {
    if (peer != failed) {
      return false;
    }
    failure = Linux.NO_SUCH_PROCESS;
    if (staged > 0) {
      heap.give(Handover.stage(record), STAGE_BYTES);
    }
    return true;
  }

  /** Copies a chunk if one is left; returns whether it did. */
  boolean help() {
    return switch (Handover.state(record)) {
      case Handover.OPEN -> copy();
      case Handover.STAGED -> stage();
      default -> false;
    };
  }

  private boolean copy() {
    boolean shared = Handover.isDestinationShared(record);
    if (!shared && !peer.isReachable()) {
      return false;
    }
    long begin = Handover.claim(record, length);
    if (begin < 0) {
      return false;
    }
    long bytes = Math.min(Handover.chunk(length), length - begin);
    long into = Handover.destination(record) + begin;
    int error = 0;
    if (shared) {
      Words.copy(address + begin, peer.base() + into, bytes);
    } else {
      error = peer.write(address + begin, into, bytes);
    }
    if (error != 0) {
      failure = error;
    }
    Handover.done(record, bytes, error);
    if (Handover.isDone(record, length)) {
      peer.wake();
    }
    return true;
  }

  private boolean stage() {
    long room = STAGE_BYTES - (staged - Handover.taken(record));
    if (room == 0 || staged == length) {
      return false;
    }
    if (staged == 0) {
      long stage = heap.take(STAGE_BYTES);
      if (stage == SharedHeap.NONE) {
        return false;
      }
      Handover.setStage(record, stage);
    }
    long at = staged % STAGE_BYTES;
    long bytes = Math.min(Math.min(PIECE, length - staged), Math.min(room, STAGE_BYTES - at));
    Words.copy(address + staged, region.base() + Handover.stage(record) + at, bytes);
    staged += bytes;
    Handover.setStaged(record, staged);
    peer.wake();
    return true;
  }
}
