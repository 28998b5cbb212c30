package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Completions;
import java.util.ArrayList;
import java.util.List;

/** A rank's sends: short ones are gone at once, others are open until their receiver is done. */
final class Sender {

  /** Up to here a copy to a cell costs less than to wait until the receiver has copied. */
  private static final long LONGEST_COPIED = 1024;

  /** The same where the receiver can copy without a system call. */
  private static final long LONGEST_COPIED_OF_SHARED = 512;

  private final int rank;
  private final boolean exclusiveCores;
  private final Region region;
  private final SharedHeap heap;
  private final Completions completions;
  private final Cells cells;
  private final Handovers records;
  private final WaitingSends waiting = new WaitingSends();
  private final WaitingSends.Attempt attempt = this::trySend;
  private final List<OutgoingTransfer> open = new ArrayList<>();
  private final List<OutgoingTransfer> spare = new ArrayList<>();

  /** A sender; see {@link SharedSettings#exclusiveCores}. */
  Sender(
      int rank, boolean exclusiveCores, Region region, SharedHeap heap, Completions completions) {
    this.rank = rank;
    this.exclusiveCores = exclusiveCores;
    this.region = region;
    this.heap = heap;
    this.completions = completions;
    this.cells = new Cells(region);
    this.records = new Handovers(region);
  }

  /** Starts to send; where there is no room, it is tried again by {@link #progress}. */
  void send(int transfer, Peer peer, long tag, long address, long length, boolean synchronous) {
    // A message must not overtake an earlier one to the same peer.
    if (peer.waiting() > 0 || !trySend(transfer, peer, tag, address, length, synchronous)) {
      waiting.add(transfer, peer, tag, address, length, synchronous);
    }
  }

  private boolean trySend(
      int transfer, Peer peer, long tag, long address, long length, boolean synchronous) {
    if (length > Message.INLINE_BYTES || synchronous) {
      return trySendLonger(transfer, peer, tag, address, length, synchronous);
    }
    long line = peer.ring().claim(rank);
    if (line == 0) {
      return false;
    }
    Words.copyFew(address, line + Message.DATA, length);
    publish(peer, line, Message.INLINE, tag, length, Handovers.NONE);
    completions.completed(transfer, 0, length);
    return true;
  }

  private boolean trySendLonger(
      int transfer, Peer peer, long tag, long address, long length, boolean synchronous) {
    boolean fitsLine = length <= Message.INLINE_BYTES;
    // Where no cell is free, the receiver is late: the message stays where it is.
    boolean shared = region.contains(address, length);
    long cell = fitsLine || length > longestCopied(peer, shared) ? 0 : cells.take();
    boolean left = !fitsLine && cell == 0;
    int record = left || synchronous ? records.take() : Handovers.NONE;
    boolean ready = record != Handovers.NONE || (!left && !synchronous);
    long line = ready ? peer.ring().claim(rank) : 0;
    if (line == 0) {
      giveBack(cell, record);
      return false;
    }
    int kind;
    if (fitsLine) {
      kind = Message.INLINE;
      Words.copyFew(address, line + Message.DATA, length);
    } else if (cell != 0) {
      kind = Message.CELL;
      Words.copy(address, region.base() + Cells.data(cell), length);
      Words.set(line + Message.DATA, cell);
    } else {
      kind = shared ? Message.SHARED : Message.PRIVATE;
      Words.set(line + Message.DATA, shared ? address - region.base() : address);
    }
    publish(peer, line, kind, tag, length, record);
    if (record == Handovers.NONE) {
      completions.completed(transfer, 0, length);
    } else {
      OutgoingTransfer sent =
          spare.isEmpty() ? new OutgoingTransfer(region, heap) : spare.removeLast();
      sent.begin(transfer, peer, record, address, length);
      open.add(sent);
    }
    return true;
  }

  private long longestCopied(Peer peer, boolean shared) {
    if (!exclusiveCores) {
      // To wait for a receiver is to wait until it gets the core.
      return Region.CELL_PAYLOAD;
    }
    if (shared) {
      return LONGEST_COPIED_OF_SHARED;
    }
    return peer.isReachable() ? LONGEST_COPIED : Region.CELL_PAYLOAD;
  }

  private void giveBack(long cell, int record) {
    if (cell != 0) {
      Cells.free(region.base() + cell);
    }
    if (record != Handovers.NONE) {
      records.give(record);
    }
  }

  private void publish(Peer peer, long line, int kind, long tag, long length, int record) {
    Words.set(line + Message.TAG, tag);
    Words.set(line + Message.LENGTH, length);
    Words.set(line + Message.RECORD, record);
    peer.ring().publish(line, kind, rank);
    peer.wake();
  }

  /** Whether sends wait for room, of which nobody tells this rank. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Notes the sends that have ended, and copies one chunk at most. */
  int progress() {
    int work = waiting.isEmpty() ? 0 : waiting.retry(attempt);
    boolean copied = false;
    for (int i = open.size() - 1; i >= 0; i--) {
      OutgoingTransfer sent = open.get(i);
      if (sent.hasEnded()) {
        work++;
        end(i, sent);
      } else if (!copied && sent.help()) {
        work++;
        copied = true;
      }
    }
    return work;
  }

  /** Ends what only a peer could end that has failed. */
  void peerFailed(Peer peer) {
    waiting.drop(
        peer,
        transfer ->
            completions.failed(
                transfer, Completions.Failure.UNREACHABLE, peer.explain(Linux.NO_SUCH_PROCESS)));
    for (int i = open.size() - 1; i >= 0; i--) {
      if (open.get(i).abandon(peer)) {
        end(i, open.get(i));
      }
    }
  }

  private void end(int index, OutgoingTransfer sent) {
    OutgoingTransfer last = open.removeLast();
    if (last != sent) {
      open.set(index, last);
    }
    records.give(sent.recordNumber());
    if (sent.failure() == null) {
      completions.completed(sent.transfer(), 0, sent.length());
    } else {
      completions.failed(sent.transfer(), sent.kindOfFailure(), sent.failure());
    }
    spare.add(sent);
  }
}
