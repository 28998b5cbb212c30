package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Completions;

/**
 * A message whose receiver works on it, as its sender sees it. The sender helps to copy: so two
 * cores move one message. A sender that is busy elsewhere delays nobody but on the stage.
 */
final class OutgoingTransfer {

  private static final long PIECE = 64 << 10;

  private final Region region;
  private final int number;
  private final long record;
  private int transfer;
  private Peer peer;
  private long address;
  private long length;
  private long staged;
  private int failure;

  /** One with a record of this rank's region. */
  OutgoingTransfer(Region region, int number) {
    this.region = region;
    this.number = number;
    record = Handovers.address(region.base(), number);
  }

  void begin(int itsTransfer, Peer receiver, long from, long bytes) {
    transfer = itsTransfer;
    peer = receiver;
    address = from;
    length = bytes;
    staged = 0;
    failure = 0;
  }

  int transfer() {
    return transfer;
  }

  int record() {
    return number;
  }

  /** The rank that receives, or null where the transfer has ended. */
  Peer peer() {
    return peer;
  }

  long length() {
    return length;
  }

  /** Why it failed, or null. */
  String failure() {
    return failure == 0 ? null : peer.explain(failure);
  }

  /** Whether the receiver is done, or its process turned out to have ended. */
  boolean hasEnded() {
    if (Handover.state(record) != Handover.FINISHED) {
      return failure == Linux.NO_SUCH_PROCESS;
    }
    if (failure == 0) {
      failure = Handover.failure(record);
    }
    return true;
  }

  /** Leaves the stage to the next to the same peer. */
  void end() {
    peer.leaveStage(this);
    peer = null;
  }

  /** Whether it failed because its receiver has ended. */
  Completions.Failure kindOfFailure() {
    return failure == Linux.NO_SUCH_PROCESS
        ? Completions.Failure.UNREACHABLE
        : Completions.Failure.BROKEN;
  }

  /** Gives it up where its receiver has failed, which is the only other one that uses it. */
  void abandon() {
    failure = Linux.NO_SUCH_PROCESS;
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
    long room = Region.STAGE_BYTES - (staged - Handover.taken(record));
    if (room == 0 || staged == length || !peer.enterStage(this)) {
      return false;
    }
    long stage = region.stage(peer.rank());
    Handover.setStage(record, stage);
    long at = staged % Region.STAGE_BYTES;
    long bytes =
        Math.min(Math.min(PIECE, length - staged), Math.min(room, Region.STAGE_BYTES - at));
    Words.copy(address + staged, region.base() + stage + at, bytes);
    staged += bytes;
    Handover.setStaged(record, staged);
    peer.wake();
    return true;
  }
}
