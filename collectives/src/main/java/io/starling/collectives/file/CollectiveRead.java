package io.starling.collectives.file;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Tags;

/** A read of all ranks; see {@link CollectiveTransfer}. */
final class CollectiveRead extends CollectiveTransfer {

  private long received;

  CollectiveRead(
      FileState file,
      String call,
      boolean exchanges,
      FilePart part,
      Memory user,
      RuntimeException refusal) {
    super(file, call, false, exchanges, part, user, refusal);
  }

  @Override
  void pump(int aggregator) {
    Portions next = portions[aggregator];
    while (inFlight[aggregator] < WINDOW && !next.isOver()) {
      inFlight[aggregator]++;
      receiveFrom(
          aggregators[aggregator],
          aggregator,
          dataSegment(next.block()),
          user,
          next.from(),
          next.length());
      next.advance();
    }
  }

  /** Portions behind the end of the file are shorter, or empty. */
  @Override
  protected void onMessage(int peer, long tag, long bytes, long expected) {
    if (Tags.segmentOf(tag) < FIRST_DATA || bytes > expected) {
      super.onMessage(peer, tag, bytes, expected);
    }
    received = bytes;
  }

  @Override
  void onPortion(int aggregator) {
    count(received);
    inFlight[aggregator]--;
    pump(aggregator);
  }

  @Override
  void open(BlockSlot slot) {
    accessBlock(slot, () -> slot.read(file));
  }

  /** After a failure the portions are empty: all ranks learn of it at the end. */
  @Override
  void onBlockAccessed(BlockSlot slot) {
    int segment = dataSegment(slot.block());
    for (BlockSlot.Piece piece : slot.pieces()) {
      slot.expect();
      sendTo(
          piece.rank(),
          slot.number(),
          segment,
          piece.memory(),
          piece.offset(),
          slot.failure() == null ? slot.available(piece) : 0,
          false);
    }
  }

  @Override
  void onPortionSent(int slotNumber) {
    BlockSlot slot = slots[slotNumber];
    if (slot.ended()) {
      slot.close();
      openBlocks();
    }
  }
}
