package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Completions;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The long messages that have been matched. Only a few of each peer are copied at a time, oldest
 * first, so that each look is short however many there are, and a peer that does not help delays no
 * message of another peer.
 */
final class LongReceives {

  static final int MOST_OF_A_PEER = 16;

  private final SharedRegion region;
  private final boolean exclusiveCores;
  private final Completions completions;
  private final List<IncomingTransfer> open = new ArrayList<>();
  private final List<IncomingTransfer> spare = new ArrayList<>();

  /** The long messages of a rank; see {@link SharedSettings#exclusiveCores}. */
  LongReceives(SharedRegion region, boolean exclusiveCores, Completions completions) {
    this.region = region;
    this.exclusiveCores = exclusiveCores;
    this.completions = completions;
  }

  /** Begins the message of a line; a short message is received on return. */
  void begin(int transfer, Peer sender, long line, MemorySegment heap, long into) {
    IncomingTransfer incoming =
        spare.isEmpty() ? new IncomingTransfer(region, exclusiveCores) : spare.removeLast();
    incoming.begin(transfer, sender, line, heap, into);
    if (sender.hasFailed() && !incoming.outlivesSender()) {
      incoming.abandon();
      report(incoming);
    } else if (incoming.isAhead() && incoming.takeAtOnce(SharedRegion.STAGE_BYTES)) {
      report(incoming);
    } else if (!incoming.isAhead()
        && incoming.canRead()
        && incoming.length() <= TransferRecord.chunk(incoming.length())) {
      incoming.copyAtOnce();
      report(incoming);
    } else if (sender.copying() < MOST_OF_A_PEER) {
      open(incoming);
    } else {
      sender.matched().add(incoming);
    }
  }

  private void open(IncomingTransfer incoming) {
    incoming.peer().addCopying(1);
    incoming.open();
    open.add(incoming);
  }

  /** Copies at most one chunk. */
  int progress() {
    int work = 0;
    boolean copied = false;
    for (int i = 0; i < open.size() && !copied; i++) {
      IncomingTransfer incoming = open.get(i);
      copied = incoming.step();
      boolean ended = incoming.hasEnded();
      if (ended) {
        end(i--);
      }
      work += copied || ended ? 1 : 0;
    }
    return work;
  }

  private void end(int index) {
    IncomingTransfer incoming = open.remove(index);
    Peer peer = incoming.peer();
    peer.addCopying(-1);
    report(incoming);
    if (!peer.matched().isEmpty()) {
      open(peer.matched().removeFirst());
    }
  }

  private void report(IncomingTransfer incoming) {
    if (incoming.failure() == null) {
      completions.completed(incoming.transfer(), incoming.tag(), incoming.length());
    } else {
      completions.failed(incoming.transfer(), incoming.kindOfFailure(), incoming.failure());
    }
    incoming.end();
    spare.add(incoming);
  }

  /** Ends all messages of a failed peer. */
  void peerFailed(Peer peer) {
    for (IncomingTransfer incoming : peer.matched()) {
      incoming.abandon();
      report(incoming);
    }
    peer.matched().clear();
    for (int i = open.size() - 1; i >= 0; i--) {
      IncomingTransfer incoming = open.get(i);
      if (incoming.peer() == peer) {
        if (!incoming.isAhead() || !incoming.takeAtOnce(Long.MAX_VALUE)) {
          incoming.abandon();
        }
        end(i);
      }
    }
  }
}
