package io.starling.runtime.transport.shared;

import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.Completions;
import java.lang.foreign.MemorySegment;

/** A long message that this rank copies, together with its sender if the sender helps. */
final class IncomingTransfer {

  private final SharedRegion region;
  private final boolean exclusiveCores;
  private int transfer;
  private Peer peer;
  private int number;
  private long record;
  private boolean opened;
  private long tag;
  private long from;
  private MemorySegment heap;
  private long into;
  private long length;
  private boolean shared;
  private boolean staged;
  private boolean ahead;
  private boolean chunked;
  private long taken;
  private int failure;

  /**
   * A transfer into this rank's memory.
   *
   * @param exclusiveCores whether the sender is asked to help; see {@link
   *     SharedSettings#exclusiveCores}
   */
  IncomingTransfer(SharedRegion region, boolean exclusiveCores) {
    this.region = region;
    this.exclusiveCores = exclusiveCores;
  }

  /**
   * Begins the message of a line.
   *
   * @param itsHeap where it goes if that is on the Java heap; {@code destination} is then an offset
   */
  void begin(int itsTransfer, Peer sender, long line, MemorySegment itsHeap, long destination) {
    transfer = itsTransfer;
    peer = sender;
    number = (int) Words.get(line + MessageLine.RECORD);
    record = TransferRecords.address(sender.base(), number);
    opened = false;
    tag = Words.get(line + MessageLine.TAG);
    length = Words.get(line + MessageLine.LENGTH);
    shared = MessageLine.kind(line) == MessageLine.SHARED;
    chunked = MessageLine.kind(line) == MessageLine.CHUNKED;
    staged = chunked || MessageLine.kind(line) == MessageLine.STAGED;
    ahead = staged;
    from = Words.get(line + MessageLine.DATA) + (shared ? sender.base() : 0);
    heap = itsHeap;
    into = destination;
    taken = 0;
    failure = 0;
  }

  /** Copies the whole message without the sender. */
  void copyAtOnce() {
    failure = copy(0, length);
    finish();
  }

  /** Takes what is on the stage already, about so much at most; returns whether that is all. */
  boolean takeAtOnce(long most) {
    while (taken < most && takeFromStage()) {
      // The sender may have gone on meanwhile.
    }
    return hasEnded();
  }

  /** Lets the sender take part if it should or must. */
  void open() {
    if (ahead) {
      return;
    }
    // The sender can't copy to the Java heap.
    if (canRead() && (!exclusiveCores || heap != null)) {
      return;
    }
    boolean reachesHeap = heap == null && region.contains(into, length);
    staged = !canRead() && !reachesHeap;
    TransferRecord.open(
        record,
        staged ? TransferRecord.STAGED : TransferRecord.OPEN,
        reachesHeap ? into - region.base() : into,
        reachesHeap);
    opened = true;
    ChangedRecords.add(peer.base(), number);
    peer.wake();
  }

  /** Forgets the memory. */
  void end() {
    heap = null;
  }

  /** Whether this rank can copy from the memory of the message. */
  boolean canRead() {
    return shared || peer.isReachable();
  }

  /** Whether the sender puts the message on the stage without being asked. */
  boolean isAhead() {
    return ahead;
  }

  /**
   * Whether a sender that has failed has left the whole message behind, or this rank can read it.
   */
  boolean outlivesSender() {
    return ahead ? TransferRecord.staged(record) == length : canRead();
  }

  int transfer() {
    return transfer;
  }

  long tag() {
    return tag;
  }

  long length() {
    return length;
  }

  /** Why it failed, or null. */
  String failure() {
    return failure == 0 ? null : peer.explain(failure);
  }

  /** Whether it failed because its sender has ended. */
  Completions.Failure kindOfFailure() {
    return failure == Linux.NO_SUCH_PROCESS
        ? Completions.Failure.UNREACHABLE
        : Completions.Failure.BROKEN;
  }

  /** Abandons it because its sender has failed. */
  void abandon() {
    failure = Linux.NO_SUCH_PROCESS;
  }

  /** The rank that sends. */
  Peer peer() {
    return peer;
  }

  /** Copies a chunk if one is left; returns whether it did. */
  boolean step() {
    if (staged) {
      return takeFromStage();
    }
    long begin = canRead() ? TransferRecord.claim(record, length) : -1;
    if (begin < 0) {
      return false;
    }
    long bytes = Math.min(TransferRecord.chunk(length), length - begin);
    int error = copy(begin, bytes);
    if (error != 0) {
      failure = error;
    }
    TransferRecord.done(record, bytes, error);
    return true;
  }

  private int copy(long begin, long bytes) {
    if (shared) {
      Words.copyTo(from + begin, heap, into + begin, bytes);
      return 0;
    }
    return heap == null
        ? peer.read(from + begin, into + begin, bytes)
        : peer.read(from + begin, heap, into + begin, bytes);
  }

  private boolean takeFromStage() {
    long ready = TransferRecord.staged(record) - taken;
    if (ready == 0) {
      return false;
    }
    long stage = peer.base() + TransferRecord.stage(record);
    long ring = chunked ? Chunks.BYTES : SharedRegion.STAGE_BYTES;
    long at = taken % ring;
    long bytes = Math.min(ready, ring - at);
    long place = chunked ? peer.base() + Chunks.of(stage, taken) : stage;
    Words.copyTo(place + at, heap, into + taken, bytes);
    taken += bytes;
    if (!ahead || chunked) {
      TransferRecord.setTaken(record, taken);
      peer.wake();
    }
    return true;
  }

  /**
   * Whether neither this rank nor the sender has anything left to copy, and the sender has been
   * notified. A sender that has ended is not awaited.
   */
  boolean hasEnded() {
    boolean complete = staged ? taken == length : TransferRecord.isDone(record, length);
    if (!complete && failure != Linux.NO_SUCH_PROCESS) {
      return false;
    }
    if (failure == 0) {
      failure = TransferRecord.failure(record);
    }
    finish();
    return true;
  }

  private void finish() {
    if (failure != 0) {
      TransferRecord.fail(record, failure);
    }
    TransferRecord.finish(record);
    // A sender that has seen the beginning looks for the end by itself.
    if (!opened) {
      ChangedRecords.add(peer.base(), number);
    }
    // A send of a message on the stage has ended long ago; none waits for its end.
    if (!ahead || chunked) {
      peer.wake();
    }
  }
}
