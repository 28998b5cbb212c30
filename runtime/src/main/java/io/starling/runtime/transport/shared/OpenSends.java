package io.starling.runtime.transport.shared;

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

  /** The sends, by their records. */
  private OutgoingTransfer[] transfers = new OutgoingTransfer[0];

  /** The sends that receivers are copying, in the order in which this rank has noticed. */
  private final List<OutgoingTransfer> copied = new ArrayList<>();

  OpenSends(SharedRegion region, Completions completions) {
    this.region = region;
    this.completions = completions;
    this.records = new TransferRecords(region);
  }

  /** Takes a record; {@link TransferRecords#NONE} if there is none. */
  int takeRecord() {
    return records.take();
  }

  void giveRecord(int number) {
    records.give(number);
  }

  /** A message with this record is being sent; see {@link OutgoingTransfer#begin}. */
  OutgoingTransfer begin(
      int transfer,
      Peer peer,
      int record,
      long address,
      long length,
      long piece,
      boolean hadChoice) {
    if (record >= transfers.length) {
      transfers = Arrays.copyOf(transfers, Math.max(64, 2 * record));
    }
    if (transfers[record] == null) {
      transfers[record] = new OutgoingTransfer(region, record);
    }
    transfers[record].begin(transfer, peer, address, length, piece, hadChoice);
    return transfers[record];
  }

  /** Handles the sends that have ended, and copies at most one chunk. */
  int progress() {
    int work = hearNews();
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
    if (sent.isAhead()) {
      sent.end();
      return;
    }
    if (sent.failure() == null) {
      completions.completed(sent.transfer(), 0, sent.length());
    } else {
      completions.failed(sent.transfer(), sent.kindOfFailure(), sent.failure());
    }
    sent.end();
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
