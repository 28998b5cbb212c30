package io.starling.runtime.transport.shared;

import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.Completions;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A rank's sends. Short ones complete at once; others are open until their receiver is done. */
final class Sender {

  private final int rank;
  private final SharedRegion region;
  private final Completions completions;
  private final OpenSends open;
  private final Placement placement;

  /** The message that is being sent. */
  private final Message message = new Message();

  /** Peers whose rings were full. */
  private final List<Peer> crowded = new ArrayList<>();

  /** A sender; see {@link SharedSettings#exclusiveCores}. */
  Sender(
      int rank,
      boolean exclusiveCores,
      SharedRegion region,
      SharedHeap heap,
      Completions completions) {
    this.rank = rank;
    this.region = region;
    this.completions = completions;
    this.open = new OpenSends(region, heap, completions);
    this.placement = new Placement(exclusiveCores, region, open);
  }

  /**
   * Starts a send; without room in the ring, {@link #progress} tries again.
   *
   * @param heap where the message is if that is on the Java heap; {@code address} is then an offset
   */
  void send(
      int transfer,
      Peer peer,
      long tag,
      MemorySegment heap,
      long address,
      long length,
      boolean synchronous) {
    message.transfer = transfer;
    message.tag = tag;
    message.heap = heap;
    message.address = address;
    message.length = length;
    message.synchronous = synchronous;
    // A message must not overtake an earlier one to the same peer.
    boolean behind = !peer.waiting().isEmpty();
    try {
      if (behind || !trySend(peer, message)) {
        peer.waiting().add(message);
        if (!behind) {
          crowded.add(peer);
        }
      }
    } finally {
      message.heap = null;
    }
  }

  private boolean trySend(Peer peer, Message sent) {
    if (!sent.fitsLine() || sent.synchronous) {
      return trySendLonger(peer, sent);
    }
    long line = peer.ring().claim(rank);
    if (line == 0) {
      return false;
    }
    sent.copyToLine(line);
    publish(peer, line, MessageLine.INLINE, sent, TransferRecords.NONE);
    completions.completed(sent.transfer, 0, sent.length);
    return true;
  }

  /** Sends a message that takes more than its line. */
  private boolean trySendLonger(Peer peer, Message sent) {
    if (!peer.ring().hasRoom()) {
      return false;
    }
    if (!placement.take(sent, peer)) {
      completions.failed(sent.transfer, Completions.Failure.BROKEN, tooManyOpen());
      return true;
    }
    long line = peer.ring().claim(rank);
    if (line == 0) {
      placement.giveBack(peer);
      return false;
    }
    int kind = placement.write(sent, peer, line);
    int record = placement.record();
    if (record == TransferRecords.NONE) {
      placement.clear();
      publish(peer, line, kind, sent, record);
      completions.completed(sent.transfer, 0, sent.length);
      return true;
    }
    // The receiver may answer as soon as the line is published: the record must be in use before.
    OutgoingTransfer transfer = open.begin(sent, peer, placement);
    placement.clear();
    publish(peer, line, kind, sent, record);
    if (kind == MessageLine.STAGED) {
      transfer.stageAhead();
      completions.completed(sent.transfer, 0, sent.length);
    } else if (kind == MessageLine.CHUNKED) {
      open.stageInChunks(transfer);
    }
    return true;
  }

  private String tooManyOpen() {
    return "%d sends over shared memory wait for their receives, which is the limit; wait for some of them first, or receive them"
        .formatted(region.records());
  }

  private void publish(Peer peer, long line, int kind, Message sent, int record) {
    Words.set(line + MessageLine.TAG, sent.tag);
    Words.set(line + MessageLine.LENGTH, sent.length);
    Words.set(line + MessageLine.RECORD, MessageLine.recordOf(record, sent.synchronous));
    peer.ring().publish(line, kind, rank);
    peer.wake();
  }

  /** Whether sends wait for room in a ring; this rank is not notified of room. */
  boolean isWaiting() {
    return !crowded.isEmpty();
  }

  /**
   * Sends the messages that have room now, handles the sends that have ended, and copies at most
   * one chunk.
   */
  int progress() {
    int work = 0;
    for (int i = crowded.size() - 1; i >= 0; i--) {
      Peer peer = crowded.get(i);
      work += sendWaiting(peer);
      if (peer.waiting().isEmpty()) {
        crowded.remove(i);
      }
    }
    return work + open.progress();
  }

  private int sendWaiting(Peer peer) {
    int sent = 0;
    WaitingSends waiting = peer.waiting();
    while (!waiting.isEmpty() && trySend(peer, waiting.first())) {
      waiting.removeFirst();
      sent++;
    }
    return sent;
  }

  /** The number of sends to a peer that are open. */
  int openTo(Peer peer) {
    return peer.waiting().count() + open.count(peer, false);
  }

  /** Whether no message to a peer needs its memory. */
  boolean isIdle(Peer peer) {
    return peer.waiting().isEmpty() && open.count(peer, true) == 0;
  }

  /** Ends the sends that only a failed peer could end. */
  void peerFailed(Peer peer) {
    WaitingSends waiting = peer.waiting();
    for (; !waiting.isEmpty(); waiting.removeFirst()) {
      completions.failed(
          waiting.first().transfer,
          Completions.Failure.UNREACHABLE,
          peer.explain(Linux.NO_SUCH_PROCESS));
    }
    crowded.remove(peer);
    open.peerFailed(peer);
  }
}
