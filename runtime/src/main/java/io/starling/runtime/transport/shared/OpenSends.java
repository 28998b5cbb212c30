package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Completions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A rank's sends that are open until their receivers are done. Each has a record, and what waits
 * for a late receiver costs nothing until there is {@linkplain News news} of it.
 */
final class OpenSends {

  private final Region region;
  private final Completions completions;
  private final Handovers records;

  /** By their records. */
  private OutgoingTransfer[] transfers = new OutgoingTransfer[0];

  /** Those that their receivers copy now, in the order in which this rank heard of it. */
  private final List<OutgoingTransfer> copied = new ArrayList<>();

  OpenSends(Region region, Completions completions) {
    this.region = region;
    this.completions = completions;
    this.records = new Handovers(region);
  }

  /** Takes a record, or {@link Handovers#NONE}. */
  int takeRecord() {
    return records.take();
  }

  void giveRecord(int number) {
    records.give(number);
  }

  /** A message with such a record is on its way. */
  void begin(int transfer, Peer peer, int record, long address, long length) {
    if (record >= transfers.length) {
      transfers = Arrays.copyOf(transfers, Math.max(64, 2 * record));
    }
    if (transfers[record] == null) {
      transfers[record] = new OutgoingTransfer(region, record);
    }
    transfers[record].begin(transfer, peer, address, length);
  }

  /** Notes the sends that have ended, and copies one chunk at most. */
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
    for (int record = News.take(region.base()); record != News.NONE; heard++) {
      OutgoingTransfer sent = transfers[record];
      record = News.next(region.base(), record);
      // A peer that has failed may still say something.
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
    if (sent.failure() == null) {
      completions.completed(sent.transfer(), 0, sent.length());
    } else {
      completions.failed(sent.transfer(), sent.kindOfFailure(), sent.failure());
    }
    sent.end();
  }

  /** Ends all to a peer that has failed. Their records are not used again: it may know of them. */
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
