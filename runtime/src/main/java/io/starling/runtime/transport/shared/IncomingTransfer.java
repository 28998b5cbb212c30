package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Completions;

/** A long message that this rank copies, together with its sender where that one helps. */
final class IncomingTransfer {

  private final Region region;
  private final boolean exclusiveCores;
  private int transfer;
  private Peer peer;
  private int number;
  private long record;
  private boolean opened;
  private long tag;
  private long from;
  private long into;
  private long length;
  private boolean shared;
  private boolean staged;
  private long taken;
  private int failure;

  /**
   * A transfer into this rank's memory.
   *
   * @param exclusiveCores whether the sender is asked to help; see {@link
   *     SharedSettings#exclusiveCores}
   */
  IncomingTransfer(Region region, boolean exclusiveCores) {
    this.region = region;
    this.exclusiveCores = exclusiveCores;
  }

  /** Begins with the message of a line, and tells its sender where it goes. */
  void begin(int itsTransfer, Peer sender, long line, long destination) {
    transfer = itsTransfer;
    peer = sender;
    number = (int) Words.get(line + Message.RECORD);
    record = Handovers.address(sender.base(), number);
    opened = false;
    tag = Words.get(line + Message.TAG);
    length = Words.get(line + Message.LENGTH);
    shared = Message.kind(line) == Message.SHARED;
    from = Words.get(line + Message.DATA) + (shared ? sender.base() : 0);
    into = destination;
    taken = 0;
    failure = 0;
  }

  /** Copies it as a whole, without the sender. */
  void copyAtOnce() {
    failure = copy(0, length);
    finish();
  }

  /** Lets the sender take part, where it should or must. */
  void open() {
    staged = false;
    if (canRead() && !exclusiveCores) {
      return;
    }
    boolean reachesHeap = region.contains(into, length);
    staged = !canRead() && !reachesHeap;
    Handover.open(
        record,
        staged ? Handover.STAGED : Handover.OPEN,
        reachesHeap ? into - region.base() : into,
        reachesHeap);
    opened = true;
    News.add(peer.base(), number);
    peer.wake();
  }

  /** Whether this rank can copy from where the message is. */
  boolean canRead() {
    return shared || peer.isReachable();
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

  /** Gives it up as its sender has failed. */
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
    long begin = canRead() ? Handover.claim(record, length) : -1;
    if (begin < 0) {
      return false;
    }
    long bytes = Math.min(Handover.chunk(length), length - begin);
    int error = copy(begin, bytes);
    if (error != 0) {
      failure = error;
    }
    Handover.done(record, bytes, error);
    return true;
  }

  private int copy(long begin, long bytes) {
    if (shared) {
      Words.copy(from + begin, into + begin, bytes);
      return 0;
    }
    return peer.read(from + begin, into + begin, bytes);
  }

  private boolean takeFromStage() {
    long ready = Handover.staged(record) - taken;
    if (ready == 0) {
      return false;
    }
    long at = taken % Region.STAGE_BYTES;
    long bytes = Math.min(ready, Region.STAGE_BYTES - at);
    Words.copy(peer.base() + Handover.stage(record) + at, into + taken, bytes);
    taken += bytes;
    Handover.setTaken(record, taken);
    peer.wake();
    return true;
  }

  /**
   * Whether nothing is left to copy, by this rank or the sender, and the sender has been told so. A
   * sender that has ended copies nothing any more, and is not waited for.
   */
  boolean hasEnded() {
    boolean complete = staged ? taken == length : Handover.isDone(record, length);
    if (!complete && failure != Linux.NO_SUCH_PROCESS) {
      return false;
    }
    if (failure == 0) {
      failure = Handover.failure(record);
    }
    finish();
    return true;
  }

  private void finish() {
    if (failure != 0) {
      Handover.fail(record, failure);
    }
    Handover.finish(record);
    // A sender that has heard of the beginning looks for the end by itself.
    if (!opened) {
      News.add(peer.base(), number);
    }
    peer.wake();
  }
}
