package io.starling.collectives.file;

import io.starling.runtime.memory.Memory;

/** A write of all ranks; see {@link CollectiveTransfer}. */
final class CollectiveWrite extends CollectiveTransfer {

  CollectiveWrite(
      FileState file,
      String call,
      boolean exchanges,
      FilePart part,
      Memory user,
      RuntimeException refusal) {
    super(file, call, true, exchanges, part, user, refusal);
  }

  /** A send ends when the aggregator has posted its receive: nothing piles up there. */
  @Override
  void pump(int aggregator) {
    Portions next = portions[aggregator];
    while (inFlight[aggregator] < WINDOW && !next.isOver()) {
      inFlight[aggregator]++;
      sendTo(
          aggregators[aggregator],
          aggregator,
          dataSegment(next.block()),
          user,
          next.from(),
          next.length(),
          true);
      count(next.length());
      next.advance();
    }
  }

  @Override
  void onPortionSent(int aggregator) {
    inFlight[aggregator]--;
    pump(aggregator);
  }

  @Override
  void open(BlockSlot slot) {
    int segment = dataSegment(slot.block());
    for (BlockSlot.Piece piece : slot.pieces()) {
      slot.expect();
      receiveFrom(
          piece.rank(), slot.number(), segment, piece.memory(), piece.offset(), piece.length());
    }
  }

  @Override
  void onPortion(int slotNumber) {
    BlockSlot slot = slots[slotNumber];
    if (!slot.ended()) {
      return;
    }
    if (hasFailed()) {
      close(slot);
    } else {
      accessBlock(slot, () -> slot.write(file));
    }
  }

  @Override
  void onBlockAccessed(BlockSlot slot) {
    close(slot);
  }

  private void close(BlockSlot slot) {
    slot.close();
    openBlocks();
  }
}
