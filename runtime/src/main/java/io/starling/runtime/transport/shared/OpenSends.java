package io.starling.runtime.transport.shared;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.progress.Completions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A rank's sends that are open until their receivers are done. Each has a record. A send that waits
 * for a late receiver costs nothing until its {@linkplain ChangedRecords record changes}.
 */
final class OpenSends {

  private final SharedRegion region;
  private final Completions completions;
  private final TransferRecords records;
  private final Chunks chunks;
  private final BufferPool slots;

  /** The sends, by their records. */
  private OutgoingTransfer[] transfers = new OutgoingTransfer[0];

  /** The sends that receivers are copying, in the order in which this rank has noticed. */
  private final List<OutgoingTransfer> copied = new ArrayList<>();

  /** The sends that have found no chunk. */
  private final List<OutgoingTransfer> crowded = new ArrayList<>();

  OpenSends(SharedRegion region, SharedHeap heap, Completions completions) {
    this.region = region;
    this.completions = completions;
    this.records = new TransferRecords(region);
    this.chunks = new Chunks(heap);
    this.slots = new BufferPool(heap);
  }

  /** Takes a record; {@link TransferRecords#NONE} if there is none. */
  int takeRecord() {
    return records.take();
  }

  void giveRecord(int number) {
    records.give(number);
  }

  /** The chunks for messages on the Java heap. */
  Chunks chunks() {
    return chunks;
  }

  /** The slots for messages on the Java heap that find no other room. */
  BufferPool slots() {
    return slots;
  }

  /** A message whose placement has a record is being sent. */
  OutgoingTransfer begin(Message message, Peer peer, Placement placement) {
    int record = placement.record();
    if (record >= transfers.length) {
      transfers = Arrays.copyOf(transfers, Math.max(64, 2 * record));
    }
    if (transfers[record] == null) {
      transfers[record] = new OutgoingTransfer(region, record);
    }
    transfers[record].begin(message, peer, placement);
    return transfers[record];
  }

  /** Copies a message to chunks, now as far as there are any. */
  void stageInChunks(OutgoingTransfer sent) {
    if (!sent.stageInChunks(chunks)) {
      crowded.add(sent);
    }
  }

  /** Handles the sends that have ended, and copies at most one chunk. */
  int progress() {
    int work = hearNews();
    for (int i = 0; i < crowded.size(); i++) {
      OutgoingTransfer oldest = crowded.get(i);
      long before = oldest.staged();
      boolean isAll = oldest.stageInChunks(chunks);
      work += isAll || oldest.staged() > before ? 1 : 0;
      if (isAll) {
        crowded.remove(i--);
      }
    }
    boolean helped = false;
    for (int i = 0; i < copied.size(); i++) {
      OutgoingTransfer sent = copied.get(i);
      if (sent.hasEnded()) {
        work++;
        copied.remove(i--);
        end(sent);
      } else if (!helped && sent.help()) {
        work++;
        helped = true;
      }
    }
    return work;
  }

  private int hearNews() {
    int heard = 0;
    for (int record = ChangedRecords.take(region.base()); record != ChangedRecords.NONE; heard++) {
      OutgoingTransfer sent = transfers[record];
      record = ChangedRecords.next(region.base(), record);
      // A peer that has failed may still have left news.
      if (sent != null) {
        hear(sent);
      }
    }
    return heard;
  }

  private void hear(OutgoingTransfer sent) {
    if (sent.hasEnded()) {
      end(sent);
    } else {
      copied.add(sent);
    }
  }

  private void end(OutgoingTransfer sent) {
    report(sent);
    records.give(sent.record());
  }

  private void report(OutgoingTransfer sent) {
    if (!crowded.isEmpty()) {
      crowded.remove(sent);
    }
    if (sent.isAhead()) {
      sent.end(chunks, slots);
      return;
    }
    if (sent.failure() == null) {
      completions.completed(sent.transfer(), 0, sent.length());
    } else {
      completions.failed(sent.transfer(), sent.kindOfFailure(), sent.failure());
    }
    sent.end(chunks, slots);
  }

  /**
   * The number of sends to a peer that have not ended.
   *
   * @param withAhead whether to count those whose end has been reported, too
   */
  int count(Peer peer, boolean withAhead) {
    int count = 0;
    for (OutgoingTransfer sent : transfers) {
      if (sent != null && sent.peer() == peer && (withAhead || !sent.isAhead())) {
        count++;
      }
    }
    return count;
  }

  /**
   * Ends all sends to a failed peer. Their records are not reused, because the peer may know them.
   */
  void peerFailed(Peer peer) {
    hearNews();
    copied.removeIf(sent -> sent.peer() == peer);
    for (int record = 0; record < transfers.length; record++) {
      OutgoingTransfer sent = transfers[record];
      if (sent != null && sent.peer() == peer) {
        sent.abandon();
        report(sent);
        transfers[record] = null;
      }
    }
  }
}
