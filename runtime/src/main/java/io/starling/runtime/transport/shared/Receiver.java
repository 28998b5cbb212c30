package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.transport.matching.PostedReceives;
import io.starling.runtime.transport.matching.TagQueue;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/** A rank's receives. It matches messages and receives in MPI's order (MPI 4.1, section 3.5). */
final class Receiver implements AutoCloseable {

  private static final int NONE = TagQueue.NONE;

  /** The most messages that one call handles, so that it stays short. */
  private static final int MOST_MESSAGES = 32;

  private final IntFunction<Peer> peers;
  private final PeerNumbers numbers;
  private final Completions completions;
  private final IncomingRing ring;
  private final StuckSlot stuck;
  private final PostedReceives receives = new PostedReceives();
  private final UnexpectedMessages unexpected = new UnexpectedMessages();

  /** Messages that probes have removed from the queue. */
  private final UnexpectedMessages removed = new UnexpectedMessages();

  private final LongReceives longReceives;
  private final EarlyCopies early;

  /** A receiver; see {@link SharedSettings#exclusiveCores}. */
  Receiver(
      SharedRegion region,
      boolean exclusiveCores,
      IntFunction<Peer> peers,
      PeerNumbers numbers,
      Completions completions) {
    this.peers = peers;
    this.numbers = numbers;
    this.completions = completions;
    this.ring = new IncomingRing(region.base());
    this.stuck = new StuckSlot(ring);
    this.longReceives = new LongReceives(region, exclusiveCores, completions);
    this.early = new EarlyCopies(unexpected, peers);
  }

  /** Starts a receive to a place on the Java heap, or to an address if {@code heap} is null. */
  void receive(int transfer, long tag, long mask, MemorySegment heap, long address, long capacity) {
    early.renewPatience();
    int place = unexpected.find(tag, mask);
    if (place != NONE) {
      deliver(unexpected.line(place), transfer, heap, address, capacity);
      unexpected.remove(place);
    } else if (numbers.isFromLeft(tag, mask)) {
      refuse(transfer, Tags.sourceOf(tag));
    } else {
      receives.add(transfer, tag, mask, heap, address, capacity);
    }
  }

  /** Looks for the message that a receive would match; see {@link SharedPort#probe}. */
  boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    int place = unexpected.find(tag, mask);
    if (place == NONE) {
      return false;
    }
    long line = unexpected.line(place);
    int handle = remove ? removed.add(line) : NONE;
    found.set(Words.get(line + MessageLine.TAG), Words.get(line + MessageLine.LENGTH), handle);
    if (remove) {
      unexpected.remove(place);
    }
    return true;
  }

  /** Receives a message that a probe has removed. */
  void receiveRemoved(int transfer, int handle, MemorySegment heap, long address, long capacity) {
    deliver(removed.line(handle), transfer, heap, address, capacity);
    removed.remove(handle);
  }

  /** Removes a receive that is not matched yet. */
  void cancel(int transfer) {
    int place = receives.findTransfer(transfer);
    if (place != NONE) {
      receives.remove(place);
      completions.failed(transfer, Completions.Failure.CANCELLED, null);
    }
  }

  /** Handles arrived messages, and copies at most one chunk of a long message. */
  int progress() {
    int work = 0;
    for (long line = ring.poll(); line != 0 && work < MOST_MESSAGES; line = ring.poll()) {
      accept(line);
      ring.free();
      work++;
    }
    if (work == 0 && stuck.isWatching() && stuck.skip(System.nanoTime())) {
      work++;
    }
    work += longReceives.progress();
    return work == 0 ? early.progress() : work;
  }

  /** This rank is about to sleep: it has nothing else to do than early copies. */
  void losePatience() {
    early.losePatience();
  }

  private void accept(long line) {
    int place = receives.find(Words.get(line + MessageLine.TAG));
    if (place == NONE) {
      early.added(unexpected.add(line));
      return;
    }
    deliver(
        line,
        receives.transfer(place),
        receives.heap(place),
        receives.address(place),
        receives.capacity(place));
    receives.remove(place);
  }

  /**
   * Ends the receives that only a failed peer could end.
   *
   * @param peer null if this rank has never used the peer's memory
   */
  void peerFailed(int number, Peer peer) {
    stuck.watch(number);
    unexpected.dropPrivate(number, peer == null ? 0 : peer.base());
    if (peer != null) {
      longReceives.peerFailed(peer);
    }
  }

  /** Takes in all messages that have arrived, before a peer leaves; others may go on sending. */
  void takeAll() {
    long end = ring.end();
    for (long line = ring.poll(); line != 0 && ring.position() < end; line = ring.poll()) {
      accept(line);
      ring.free();
    }
  }

  /** Ends the receives from a peer that has left. */
  void peerLeft(int number) {
    for (int place = receives.findFrom(number); place != NONE; place = receives.findFrom(number)) {
      int transfer = receives.transfer(place);
      receives.remove(place);
      refuse(transfer, number);
    }
  }

  private void refuse(int transfer, int source) {
    completions.failed(transfer, Completions.Failure.UNREACHABLE, numbers.hasLeft(source));
  }

  /** Whether no message of a peer needs its memory. */
  boolean isIdle(int number, Peer peer) {
    return peer.copying() == 0 && peer.matched().isEmpty() && !hasFrom(number);
  }

  /** Whether a message of a rank has no receive yet. */
  boolean hasFrom(int number) {
    return unexpected.hasFrom(number) || removed.hasFrom(number);
  }

  private void deliver(long line, int transfer, MemorySegment heap, long into, long capacity) {
    try {
      deliver(line, transfer, heap, into, capacity, peers.apply(MessageLine.source(line)));
    } catch (TransportException e) {
      completions.failed(transfer, Completions.Failure.UNREACHABLE, e.getMessage());
    }
  }

  private void deliver(
      long line, int transfer, MemorySegment heap, long into, long capacity, Peer sender) {
    long length = Words.get(line + MessageLine.LENGTH);
    boolean fits = length <= capacity;
    int kind = MessageLine.kind(line);
    switch (kind) {
      case MessageLine.INLINE -> {
        if (fits && heap == null) {
          Words.copyFew(line + MessageLine.DATA, into, length);
        } else if (fits) {
          Words.copyTo(line + MessageLine.DATA, heap, into, length);
        }
      }
      case MessageLine.CELL -> {
        long cell = sender.base() + Words.get(line + MessageLine.DATA);
        if (fits) {
          Words.copyTo(Cells.data(cell), heap, into, length);
        }
        Cells.free(cell);
      }
      case MessageLine.COPIED ->
          early.give((int) Words.get(line + MessageLine.DATA), fits, heap, into, length);
      default -> {
        if (fits) {
          longReceives.begin(transfer, sender, line, heap, into);
          return;
        }
      }
    }
    endSend(line, sender);
    if (fits) {
      completions.completed(transfer, Words.get(line + MessageLine.TAG), length);
    } else {
      completions.failed(transfer, Completions.Failure.TRUNCATED, null);
    }
  }

  /** Ends the send of a message whose data its sender need not keep any more, if it is open. */
  static void endSend(long line, Peer sender) {
    long record = Words.get(line + MessageLine.RECORD);
    if (record != MessageLine.NO_RECORD) {
      TransferRecord.finish(TransferRecords.address(sender.base(), (int) record));
      ChangedRecords.add(sender.base(), (int) record);
      sender.wake();
    }
  }

  @Override
  public void close() {
    unexpected.close();
    removed.close();
  }
}
