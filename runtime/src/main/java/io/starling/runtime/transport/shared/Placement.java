package io.starling.runtime.transport.shared;

import java.lang.foreign.MemorySegment;

/**
 * Where the receiver of a message that its line does not hold finds it, and what is taken of this
 * rank's region for that. Its object is used again: it describes one message until that is sent.
 *
 * <pre>
 *   INLINE     in the line; it only awaits its match
 *   CELL       in a cell, if the copy costs less than to wait for the receiver's
 *   STAGED     on the stage, where both sides copy private memory or an array at the same time
 *   CHUNKED    in chunks: a longer array
 *   SHARED     where it is, in the region; an array that finds no other room is packed to a slot first
 *   PRIVATE    where it is, in this process only
 * </pre>
 */
final class Placement {

  /**
   * The longest message for which a copy to a cell costs less than to wait for the receiver's copy.
   */
  private static final long LONGEST_COPIED = 1024;

  /**
   * The same if it is on the Java heap: it is copied twice either way, and in a longer one both
   * copies overlap.
   */
  private static final long LONGEST_COPIED_OF_HEAP = 8 << 10;

  private final boolean exclusiveCores;
  private final SharedRegion region;
  private final Cells cells;
  private final OpenSends open;

  private int kind;
  private MemorySegment heap;
  private long address;
  private long cell;
  private int record;
  private long piece;
  private long table;
  private MemorySegment slot;

  /** A placement; see {@link SharedSettings#exclusiveCores}. */
  Placement(boolean exclusiveCores, SharedRegion region, OpenSends open) {
    this.exclusiveCores = exclusiveCores;
    this.region = region;
    this.cells = new Cells(region, exclusiveCores);
    this.open = open;
  }

  /** Finds a place; returns false if no further send may be open, and then has taken nothing. */
  boolean take(Message message, Peer peer) {
    heap = message.heap;
    address = message.address;
    cell = 0;
    piece = Stage.NONE;
    table = Chunks.NONE;
    slot = null;
    record = TransferRecords.NONE;
    kind = message.fitsLine() ? MessageLine.INLINE : place(message, peer);
    if (kind == MessageLine.CELL || (kind == MessageLine.INLINE && !message.synchronous)) {
      return true;
    }
    record = open.takeRecord();
    if (record == TransferRecords.NONE) {
      giveBack(peer);
      return false;
    }
    return true;
  }

  private int place(Message message, Peer peer) {
    boolean shared = heap == null && region.contains(address, message.length);
    boolean isLong = message.length > longestCopied(peer, shared);
    if (!isLong && !message.synchronous) {
      cell = cells.take();
      if (cell != 0) {
        return MessageLine.CELL;
      }
      // The receiver is late, and the message stays in its memory.
    }
    if (shared) {
      return MessageLine.SHARED;
    }
    if (isLong && !message.synchronous) {
      piece = heap == null ? pieceOfChoice(message, peer) : peer.stage().take(message.length);
    }
    if (piece != Stage.NONE) {
      return MessageLine.STAGED;
    }
    return heap == null ? MessageLine.PRIVATE : placeArray(message.length);
  }

  /** A piece of the stage for private memory, if it is free and the faster way. */
  private long pieceOfChoice(Message message, Peer peer) {
    boolean fits = exclusiveCores && message.length <= SharedRegion.STAGE_BYTES && !peer.isSelf();
    return fits && (!peer.isReachable() || peer.choice().stages(message.length, peer.openSends()))
        ? peer.stage().take(message.length)
        : Stage.NONE;
  }

  private int placeArray(long length) {
    if (length > SharedRegion.STAGE_BYTES) {
      table = open.chunks().takeTable();
      if (table != Chunks.NONE) {
        return MessageLine.CHUNKED;
      }
    }
    slot = open.slots().acquire(length);
    Words.copyFrom(heap, address, slot.address(), length);
    heap = null;
    address = slot.address();
    return region.contains(address, length) ? MessageLine.SHARED : MessageLine.PRIVATE;
  }

  private long longestCopied(Peer peer, boolean shared) {
    if (!exclusiveCores) {
      // A receiver that shares the core must first get it.
      return SharedRegion.CELL_PAYLOAD;
    }
    if (heap != null) {
      return LONGEST_COPIED_OF_HEAP;
    }
    return shared || peer.isReachable() ? LONGEST_COPIED : SharedRegion.CELL_PAYLOAD;
  }

  /** The message can't be sent now: frees all that was taken. */
  void giveBack(Peer peer) {
    if (slot != null) {
      open.slots().release(slot);
    }
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
    clear();
  }

  /** Writes the message, or its place, to a claimed line or to its record; returns the kind. */
  int write(Message message, Peer peer, long line) {
    switch (kind) {
      case MessageLine.INLINE -> message.copyToLine(line);
      case MessageLine.CELL -> {
        Words.copyFrom(heap, address, region.base() + Cells.data(cell), message.length);
        Words.set(line + MessageLine.DATA, cell);
      }
      case MessageLine.STAGED ->
          TransferRecord.setStage(recordAddress(), region.pieces(peer.rank()) + piece);
      case MessageLine.CHUNKED -> TransferRecord.setStage(recordAddress(), table);
      case MessageLine.SHARED -> Words.set(line + MessageLine.DATA, address - region.base());
      default -> Words.set(line + MessageLine.DATA, address);
    }
    return kind;
  }

  private long recordAddress() {
    return TransferRecords.address(region.base(), record);
  }

  /** The number of the record that awaits the match, or {@link TransferRecords#NONE}. */
  int record() {
    return record;
  }

  /** Where the message is if that is on the Java heap, or null. */
  MemorySegment heap() {
    return heap;
  }

  /** The address of the message, or its offset on the heap. */
  long address() {
    return address;
  }

  /** The offset of its piece of the stage, or {@link Stage#NONE}. */
  long piece() {
    return piece;
  }

  /** The offset of the table of its chunks, or {@link Chunks#NONE}. */
  long table() {
    return table;
  }

  /** The slot to which it was packed, or null. */
  MemorySegment slot() {
    return slot;
  }

  /** It is sent: keeps no memory of a program reachable. */
  void clear() {
    heap = null;
    slot = null;
  }
}
