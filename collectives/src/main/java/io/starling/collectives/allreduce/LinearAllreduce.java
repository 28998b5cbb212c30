package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Every rank sends its data to all others and folds everything itself: one step, for short messages
 * and few ranks. All fold in rank order, so all get the same bits. Memory does not grow with the
 * message: each peer has its own slots.
 *
 * <pre>
 * rank 1 of 4   ((0 op own) op 2) op 3
 * </pre>
 *
 * <p>Ranks can't deadlock: the completions of a segment depend on its posts, and these on
 * completions of earlier segments.
 */
public final class LinearAllreduce implements Allreduce {

  @Override
  public void allreduce(Program program, Span own, Span result) {
    long step = program.segmentBytes();
    for (long at = 0; at < own.length(); at += step) {
      segment(program, own.piece(at, step), result.piece(at, step));
    }
  }

  private static void segment(Program program, Span own, Span result) {
    int rank = program.rank();
    int size = program.size();
    for (int distance = 1; distance < size; distance++) {
      program.send((rank + distance) % size, own);
    }
    Span first = rank == 0 ? own : program.receiveSegment(0, own.length());
    Span folded = first;
    for (int next = 1; next < size; next++) {
      Span data = next == rank ? own : program.receiveSegment(next, own.length());
      // In place, the result overlaps this rank's data.
      Span target = next < rank ? first : result;
      program.fold(folded, data, target);
      folded = target;
    }
    program.copy(folded, result);
  }
}
