package io.starling.runtime.transport.shared;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.Completions;
import java.lang.foreign.MemorySegment;

/**
 * A message whose receiver works on it, as its sender sees it. The sender helps to copy: so two
 * cores move one message. A receiver waits for a sender that computes only where the message goes
 * over the stage.
 */
final class OutgoingTransfer {

  private static final long PIECE = 64 << 10;
  private static final long PIECE_AHEAD = 8 << 10;
  private static final long PIECE_OF_CHUNK = 16 << 10;

  private final SharedRegion region;
  private final int number;
  private final long record;
  private int transfer;
  private Peer peer;
  private MemorySegment heap;
  private long address;
  private long length;
  private long staged;
  private long ahead;
  private long table;
  private long givenBack;
  private MemorySegment slot;
  private int failure;

  /** One with a record of this rank's region. */
  OutgoingTransfer(SharedRegion region, int number) {
    this.region = region;
    this.number = number;
    record = TransferRecords.address(region.base(), number);
  }

  /** Begins to send. */
  void begin(Message message, Peer receiver, Placement placement) {
    transfer = message.transfer;
    peer = receiver;
    peer.addOpenSends(1);
    heap = placement.heap();
    address = placement.address();
    length = message.length;
    staged = 0;
    ahead = placement.piece();
    table = placement.table();
    givenBack = 0;
    slot = placement.slot();
    failure = 0;
  }

  /**
   * Copies the whole message to its piece of the stage, little by little, so that its receiver can
   * copy from there meanwhile. The memory of the message may then be reused.
   */
  void stageAhead() {
    long stage = region.base() + region.pieces(peer.rank()) + ahead;
    while (staged < length) {
      long bytes = Math.min(PIECE_AHEAD, length - staged);
      Words.copyFrom(heap, address + staged, stage + staged, bytes);
      staged += bytes;
      TransferRecord.setStaged(record, staged);
    }
    heap = null;
    peer.wake();
  }

  /**
   * Copies the message to chunks, little by little, while the receiver copies from there; returns
   * whether that is all. Otherwise there is no chunk now.
   */
  boolean stageInChunks(Chunks chunks) {
    long base = region.base();
    long before = staged;
    while (staged < length && TransferRecord.state(record) != TransferRecord.FINISHED) {
      long at = staged % Chunks.BYTES;
      if (at == 0 && !takeChunk(chunks)) {
        if (staged > before) {
          peer.wake();
        }
        return false;
      }
      long chunk = base + Chunks.of(base + table, staged);
      long bytes = Math.min(Math.min(PIECE_OF_CHUNK, length - staged), Chunks.BYTES - at);
      Words.copyFrom(heap, address + staged, chunk + at, bytes);
      staged += bytes;
      TransferRecord.setStaged(record, staged);
    }
    heap = null;
    peer.wake();
    return true;
  }

  private boolean takeChunk(Chunks chunks) {
    long places = region.base() + table;
    long next = staged / Chunks.BYTES;
    long taken = TransferRecord.taken(record);
    while (givenBack < next && (givenBack + 1) * Chunks.BYTES <= taken) {
      chunks.give(Words.get(Chunks.entry(places, givenBack++)));
    }
    long chunk = next - givenBack < Chunks.TABLE_LENGTH ? chunks.take() : Chunks.NONE;
    if (chunk != Chunks.NONE) {
      Words.set(Chunks.entry(places, next), chunk);
    }
    return chunk != Chunks.NONE;
  }

  private void giveBack(Chunks chunks) {
    long places = region.base() + table;
    for (; givenBack * Chunks.BYTES < staged; givenBack++) {
      chunks.give(Words.get(Chunks.entry(places, givenBack)));
    }
    chunks.give(table);
  }

  /** The bytes that are on the stage or in chunks. */
  long staged() {
    return staged;
  }

  /** Whether the message is on the stage: its send has been reported. */
  boolean isAhead() {
    return ahead != Stage.NONE;
  }

  int transfer() {
    return transfer;
  }

  int record() {
    return number;
  }

  /** The rank that receives, or null where the transfer has ended. */
  Peer peer() {
    return peer;
  }

  long length() {
    return length;
  }

  /** Why it failed, or null. */
  String failure() {
    return failure == 0 ? null : peer.explain(failure);
  }

  /** Whether the receiver is done, or its process has ended. */
  boolean hasEnded() {
    if (TransferRecord.state(record) != TransferRecord.FINISHED) {
      return failure == Linux.NO_SUCH_PROCESS;
    }
    if (failure == 0) {
      failure = TransferRecord.failure(record);
    }
    return true;
  }

  /** Releases its part of the stage for other transfers to the same peer, and its other memory. */
  void end(Chunks chunks, BufferPool slots) {
    if (isAhead()) {
      peer.stage().give(ahead);
    } else {
      peer.stage().leave(this);
    }
    if (table != Chunks.NONE) {
      giveBack(chunks);
    }
    if (slot != null) {
      slots.release(slot);
      slot = null;
    }
    heap = null;
    peer.addOpenSends(-1);
    peer = null;
  }

  /** Whether it failed because its receiver has ended. */
  Completions.Failure kindOfFailure() {
    return failure == Linux.NO_SUCH_PROCESS
        ? Completions.Failure.UNREACHABLE
        : Completions.Failure.BROKEN;
  }

  /** Abandons it if its receiver has failed; no other rank uses it. */
  void abandon() {
    failure = Linux.NO_SUCH_PROCESS;
  }

  /** Copies a chunk if one is left; returns whether it did. */
  boolean help() {
    return switch (TransferRecord.state(record)) {
      case TransferRecord.OPEN -> copy();
      case TransferRecord.STAGED -> stage();
      default -> false;
    };
  }

  private boolean copy() {
    boolean shared = TransferRecord.isDestinationShared(record);
    if (!shared && !peer.isReachable()) {
      return false;
    }
    long begin = TransferRecord.claim(record, length);
    if (begin < 0) {
      return false;
    }
    long bytes = Math.min(TransferRecord.chunk(length), length - begin);
    long into = TransferRecord.destination(record) + begin;
    int error = 0;
    if (shared) {
      Words.copy(address + begin, peer.base() + into, bytes);
    } else {
      error = peer.write(address + begin, into, bytes);
    }
    if (error != 0) {
      failure = error;
    }
    TransferRecord.done(record, bytes, error);
    if (TransferRecord.isDone(record, length)) {
      peer.wake();
    }
    return true;
  }

  private boolean stage() {
    long room = SharedRegion.STAGE_BYTES - (staged - TransferRecord.taken(record));
    if (room == 0 || staged == length || !peer.stage().enter(this)) {
      return false;
    }
    long stage = region.stage(peer.rank());
    TransferRecord.setStage(record, stage);
    long at = staged % SharedRegion.STAGE_BYTES;
    long bytes =
        Math.min(Math.min(PIECE, length - staged), Math.min(room, SharedRegion.STAGE_BYTES - at));
    Words.copy(address + staged, region.base() + stage + at, bytes);
    staged += bytes;
    TransferRecord.setStaged(record, staged);
    peer.wake();
    return true;
  }
}
