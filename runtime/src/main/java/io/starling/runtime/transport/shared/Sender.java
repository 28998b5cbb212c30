package io.starling.runtime.transport.shared;

import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.Completions;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A rank's sends. Short ones complete at once; others are open until their receiver is done. */
final class Sender {

  /**
   * The longest message for which a copy to a cell costs less than to wait for the receiver's copy.
   */
  private static final long LONGEST_COPIED = 1024;

  /** The same if the receiver can copy without a system call. */
  private static final long LONGEST_COPIED_OF_SHARED = 512;

  /**
   * The same if it is on the Java heap: it is copied twice either way, and in a longer one both
   * copies overlap.
   */
  private static final long LONGEST_COPIED_OF_HEAP = 8 << 10;

  private final int rank;
  private final boolean exclusiveCores;
  private final SharedRegion region;
  private final Completions completions;
  private final Cells cells;
  private final OpenSends open;

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
    this.exclusiveCores = exclusiveCores;
    this.region = region;
    this.completions = completions;
    this.cells = new Cells(region);
    this.open = new OpenSends(region, heap, completions);
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
    // A message must not overtake an earlier one to the same peer.
    boolean behind = !peer.waiting().isEmpty();
    if (behind || !trySend(transfer, peer, tag, heap, address, length, synchronous)) {
      peer.waiting().add(transfer, tag, heap, address, length, synchronous);
      if (!behind) {
        crowded.add(peer);
      }
    }
  }

  private boolean trySend(
      int transfer,
      Peer peer,
      long tag,
      MemorySegment heap,
      long address,
      long length,
      boolean synchronous) {
    if (length > MessageLine.INLINE_BYTES || synchronous) {
      return trySendLonger(transfer, peer, tag, heap, address, length, synchronous, null);
    }
    long line = peer.ring().claim(rank);
    if (line == 0) {
      return false;
    }
    copyShort(heap, address, line, length);
    publish(peer, line, MessageLine.INLINE, tag, length, TransferRecords.NONE);
    completions.completed(transfer, 0, length);
    return true;
  }

  private static void copyShort(MemorySegment heap, long address, long line, long length) {
    if (heap == null) {
      Words.copyFew(address, line + MessageLine.DATA, length);
    } else {
      Words.copyFrom(heap, address, line + MessageLine.DATA, length);
    }
  }

  /**
   * Sends a message that takes more than its line.
   *
   * @param slot of a pool in which the message is, or null
   */
  private boolean trySendLonger(
      int transfer,
      Peer peer,
      long tag,
      MemorySegment heap,
      long address,
      long length,
      boolean synchronous,
      MemorySegment slot) {
    boolean fitsLine = length <= MessageLine.INLINE_BYTES;
    // If no cell is free, the receiver is late, and the message stays in its memory.
    boolean shared = heap == null && region.contains(address, length);
    boolean isLong = length > longestCopied(peer, heap != null, shared);
    long cell = fitsLine || isLong ? 0 : cells.take();
    boolean stays = synchronous || (!fitsLine && cell == 0);
    boolean isAhead = isLong && !synchronous && !shared;
    boolean hasChoice = isAhead && heap == null && mayStage(peer, length);
    long piece = hasChoice ? stagePiece(peer, length) : Stage.NONE;
    long table = Chunks.NONE;
    if (heap != null && !fitsLine && cell == 0) {
      piece = isAhead ? takePiece(peer, length) : Stage.NONE;
      if (piece == Stage.NONE && length > SharedRegion.STAGE_BYTES) {
        table = open.chunks().takeTable();
      }
      if (piece == Stage.NONE && table == Chunks.NONE) {
        return trySendPacked(transfer, peer, tag, heap, address, length, synchronous);
      }
    }
    int record = stays ? open.takeRecord() : TransferRecords.NONE;
    if (stays && record == TransferRecords.NONE) {
      giveBack(peer, cell, record, piece, table);
      hold(null, slot);
      completions.failed(transfer, Completions.Failure.BROKEN, tooManyOpen());
      return true;
    }
    long line = peer.ring().claim(rank);
    if (line == 0) {
      giveBack(peer, cell, record, piece, table);
      return false;
    }
    int kind;
    if (piece != Stage.NONE) {
      kind = MessageLine.STAGED;
      TransferRecord.setStage(
          TransferRecords.address(region.base(), record), region.pieces(peer.rank()) + piece);
    } else if (table != Chunks.NONE) {
      kind = MessageLine.CHUNKED;
    } else {
      kind = fillLine(line, heap, address, length, cell, shared);
    }
    // The receiver may answer as soon as the line is published: the record must be in use before.
    OutgoingTransfer sent =
        record == TransferRecords.NONE
            ? null
            : open.begin(transfer, peer, record, heap, address, length, piece, hasChoice);
    hold(sent, slot);
    if (table != Chunks.NONE) {
      sent.cut(table);
    }
    publish(peer, line, kind, tag, length, record);
    if (piece != Stage.NONE) {
      sent.stageAhead();
    } else if (table != Chunks.NONE) {
      open.stageInChunks(sent);
    }
    if (sent == null || piece != Stage.NONE) {
      completions.completed(transfer, 0, length);
    }
    return true;
  }

  /** Writes the data of a message to its line or cell, or its place to the line. */
  private int fillLine(
      long line, MemorySegment heap, long address, long length, long cell, boolean shared) {
    if (length <= MessageLine.INLINE_BYTES) {
      copyShort(heap, address, line, length);
      return MessageLine.INLINE;
    }
    if (cell != 0) {
      Words.copyFrom(heap, address, region.base() + Cells.data(cell), length);
      Words.set(line + MessageLine.DATA, cell);
      return MessageLine.CELL;
    }
    Words.set(line + MessageLine.DATA, shared ? address - region.base() : address);
    return shared ? MessageLine.SHARED : MessageLine.PRIVATE;
  }

  /** Keeps a slot, if any, until the end of a send; without one it is free at once. */
  private void hold(OutgoingTransfer sent, MemorySegment slot) {
    if (sent != null) {
      sent.hold(slot);
    } else if (slot != null) {
      open.slots().release(slot);
    }
  }

  /** Sends a message of the Java heap that finds no other room, from a slot. */
  private boolean trySendPacked(
      int transfer,
      Peer peer,
      long tag,
      MemorySegment heap,
      long address,
      long length,
      boolean synchronous) {
    if (!peer.ring().hasRoom()) {
      return false;
    }
    MemorySegment slot = open.slots().acquire(length);
    Words.copyFrom(heap, address, slot.address(), length);
    boolean isSent =
        trySendLonger(transfer, peer, tag, null, slot.address(), length, synchronous, slot);
    if (!isSent) {
      open.slots().release(slot);
    }
    return isSent;
  }

  private boolean mayStage(Peer peer, long length) {
    return exclusiveCores && length <= SharedRegion.STAGE_BYTES && !peer.isSelf();
  }

  /** A piece of the stage for private memory, if it is free and the faster way. */
  private static long stagePiece(Peer peer, long length) {
    return !peer.isReachable() || peer.choice().stages(length)
        ? takePiece(peer, length)
        : Stage.NONE;
  }

  /** A piece that is given back is free only after all that were taken before it. */
  private static long takePiece(Peer peer, long length) {
    return peer.ring().hasRoom() ? peer.stage().take(length) : Stage.NONE;
  }

  private long longestCopied(Peer peer, boolean onHeap, boolean shared) {
    if (!exclusiveCores) {
      // A receiver that shares the core must first get it.
      return SharedRegion.CELL_PAYLOAD;
    }
    if (onHeap) {
      return LONGEST_COPIED_OF_HEAP;
    }
    if (shared) {
      return LONGEST_COPIED_OF_SHARED;
    }
    return peer.isReachable() ? LONGEST_COPIED : SharedRegion.CELL_PAYLOAD;
  }

  private void giveBack(Peer peer, long cell, int record, long piece, long table) {
    if (table != Chunks.NONE) {
      open.chunks().give(table);
    }
    if (piece != Stage.NONE) {
      peer.stage().give(piece);
    }
    if (cell != 0) {
      Cells.free(region.base() + cell);
    }
    if (record != TransferRecords.NONE) {
      open.giveRecord(record);
    }
  }

  private String tooManyOpen() {
    return "%d sends over shared memory wait for their receives, which is the limit; wait for some of them first, or receive them"
        .formatted(region.records());
  }

  private void publish(Peer peer, long line, int kind, long tag, long length, int record) {
    Words.set(line + MessageLine.TAG, tag);
    Words.set(line + MessageLine.LENGTH, length);
    Words.set(line + MessageLine.RECORD, record);
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

  private boolean trySend(Peer peer, WaitingSends.Send send) {
    return trySend(
        send.transfer, peer, send.tag, send.heap, send.address, send.length, send.synchronous);
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
