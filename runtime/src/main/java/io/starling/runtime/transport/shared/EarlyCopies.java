package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Copies of messages whose receives are late. MPI does not promise that a standard send ends before
 * its receive is posted, but programs rely on it for short messages: all send first, and receive
 * then. A rank that has nothing else to do therefore takes such messages out of their senders'
 * memory, so that their sends end.
 *
 * <pre>
 * when      the rank wants to sleep, or has looked PATIENCE times for work in vain, and its program
 *           has posted no receive meanwhile; so the usual exchange costs no further copy
 * what      messages of programs of at most LONGEST bytes; no synchronous ones
 * how much  MOST_BYTES at a time, memory kept for later ones included, then senders wait for their
 *           receives
 * </pre>
 */
final class EarlyCopies {

  static final int LONGEST = 64 << 10;
  static final long MOST_BYTES = 64 << 20;

  private static final int PATIENCE = 256;

  /** The most messages that one call copies, so that it stays short. */
  private static final int MOST_MESSAGES = 16;

  private final UnexpectedMessages unexpected;
  private final IntFunction<Peer> peers;
  private final BufferPool pool = new BufferPool(MOST_BYTES);
  private final List<MemorySegment> copies = new ArrayList<>();
  private final BitSet taken = new BitSet();

  private int looks;
  private long bytes;

  EarlyCopies(UnexpectedMessages unexpected, IntFunction<Peer> peers) {
    this.unexpected = unexpected;
    this.peers = peers;
  }

  /** The program makes progress: it may receive the messages next. */
  void renewPatience() {
    looks = 0;
  }

  /** The rank is about to sleep. */
  void losePatience() {
    looks = PATIENCE;
  }

  /** A message that no receive matches was added at a place. */
  void added(int place) {
    if (awaitsCopy(unexpected.line(place))) {
      unexpected.awaits(place);
    }
  }

  private static boolean awaitsCopy(long line) {
    return switch (MessageLine.kind(line)) {
      case MessageLine.CELL, MessageLine.PRIVATE, MessageLine.SHARED ->
          Words.get(line + MessageLine.LENGTH) <= LONGEST
              && Tags.isMessage(Words.get(line + MessageLine.TAG))
              && !MessageLine.isSynchronous(line);
      default -> false;
    };
  }

  /** Copies some messages if it is time; returns how many. */
  int progress() {
    int place = unexpected.awaiting();
    if (place == UnexpectedMessages.NONE || bytes >= MOST_BYTES || looks++ < PATIENCE) {
      return 0;
    }
    int copied = 0;
    while (place != UnexpectedMessages.NONE && copied < MOST_MESSAGES && bytes < MOST_BYTES) {
      long line = unexpected.line(place);
      if (awaitsCopy(line) && copy(line)) {
        copied++;
      }
      place = unexpected.after(place);
    }
    unexpected.awaitFrom(place);
    return copied;
  }

  /** Returns false if the data can't be read; the receive, when it comes, says why. */
  private boolean copy(long line) {
    Peer sender;
    try {
      sender = peers.apply(MessageLine.source(line));
    } catch (TransportException e) {
      return false;
    }
    long length = Words.get(line + MessageLine.LENGTH);
    MemorySegment copy = pool.acquire(length);
    if (!read(line, sender, copy.address(), length)) {
      pool.release(copy);
      return false;
    }
    Receiver.endSend(line, sender);
    MessageLine.setCopied(line, keep(copy));
    return true;
  }

  private static boolean read(long line, Peer sender, long to, long length) {
    long place = Words.get(line + MessageLine.DATA);
    return switch (MessageLine.kind(line)) {
      case MessageLine.CELL -> {
        long cell = sender.base() + place;
        Words.copy(Cells.data(cell), to, length);
        Cells.free(cell);
        yield true;
      }
      case MessageLine.SHARED -> {
        Words.copy(sender.base() + place, to, length);
        yield true;
      }
      default -> sender.isReachable() && sender.read(place, to, length) == 0;
    };
  }

  private int keep(MemorySegment copy) {
    int number = taken.nextClearBit(0);
    taken.set(number);
    if (number == copies.size()) {
      copies.add(copy);
    } else {
      copies.set(number, copy);
    }
    bytes += copy.byteSize();
    return number;
  }

  /** Gives a copy to its receive, unless it does not fit, and frees it. */
  void give(int number, boolean fits, MemorySegment heap, long into, long length) {
    MemorySegment copy = copies.set(number, null);
    if (fits) {
      Words.copyTo(copy.address(), heap, into, length);
    }
    bytes -= copy.byteSize();
    taken.clear(number);
    pool.release(copy);
  }
}
