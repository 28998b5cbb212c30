package io.starling.collectives.reducescatter;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Every rank sends each block to its destination, which folds it: first the blocks of lower ranks,
 * from its neighbour down, then those of higher ranks, upwards. Operands thus stay in order.
 *
 * <pre>
 * rank 2 of 5   1 op own      0 op (1 op own)      ... op 3      ... op 4
 * </pre>
 */
public final class PairwiseReduceScatter implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    Span own = program.data(rank);
    // In place, the result overlaps blocks that are still needed.
    Span target = program.isInPlace() ? own : program.result();
    for (int distance = 1; distance < size; distance++) {
      if (rank + distance < size) {
        program.send(rank + distance, program.data(rank + distance));
      }
      if (rank >= distance) {
        fold(program, rank - distance, own, target);
        own = target;
      }
    }
    for (int distance = 1; distance < size; distance++) {
      if (rank >= distance) {
        program.send(rank - distance, program.data(rank - distance));
      }
      if (rank + distance < size) {
        fold(program, rank + distance, own, target);
        own = target;
      }
    }
    program.copy(own, program.result());
  }

  /** All peers share a few slots: data that is not needed yet stays with its sender. */
  private static void fold(Program program, int from, Span own, Span target) {
    long step = program.segmentBytes();
    for (long at = 0; at < own.length(); at += step) {
      Span mine = own.piece(at, step);
      Span theirs = program.slot(mine.length());
      program.receive(from, theirs);
      if (from < program.rank()) {
        program.fold(theirs, mine, target.piece(at, step));
      } else {
        program.fold(mine, theirs, target.piece(at, step));
      }
    }
  }
}
