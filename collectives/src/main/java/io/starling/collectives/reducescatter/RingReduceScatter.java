package io.starling.collectives.reducescatter;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Rings;

/**
 * The fold of a block travels once round a ring and ends at its rank. Every rank passes one segment
 * of each block before the next segment of any block, so that scratch memory stays small and
 * arriving data always has room.
 *
 * <pre>
 * P - 1 rounds for each segment   receive from the left, fold, send to the right
 * </pre>
 */
public final class RingReduceScatter implements Pattern {

  @Override
  public void write(Program program) {
    Blocks blocks = program.problem().data();
    Span own = program.data(program.rank());
    if (program.size() == 1) {
      program.copy(own, program.result());
      return;
    }
    // In place, the result overlaps blocks that are still needed.
    Span target = program.isInPlace() ? own : program.result();
    long longest = 0;
    for (int block = 0; block < blocks.count(); block++) {
      longest = Math.max(longest, blocks.length(block));
    }
    for (long at = 0; at < longest; at += program.segmentBytes()) {
      round(program, target, at);
    }
    program.copy(target, program.result());
  }

  private static void round(Program program, Span target, long at) {
    long step = program.segmentBytes();
    int left = Rings.left(program);
    int right = Rings.right(program);
    program.send(right, program.data(left).piece(at, step));
    for (int round = 2; round < program.size(); round++) {
      Span mine = program.data(Rings.before(program, round)).piece(at, step);
      Span passing = program.slot(mine.length());
      program.receive(left, passing);
      program.fold(mine, passing, passing);
      program.send(right, passing);
    }
    Span mine = program.data(program.rank()).piece(at, step);
    program.receiveAndFold(left, mine, target.piece(at, step));
  }
}
