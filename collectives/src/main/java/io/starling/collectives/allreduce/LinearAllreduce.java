package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Every rank sends all it has to all others and folds all of it itself: one step, for short
 * messages and few ranks. All fold in the order of ranks, so all get the same bits.
 *
 * <pre>
 * rank 1 of 4   ((0 op own) op 2) op 3
 * </pre>
 */
public final class LinearAllreduce implements Allreduce {

  @Override
  public void allreduce(Program program, Span own, Span result) {
    int rank = program.rank();
    int size = program.size();
    for (int distance = 1; distance < size; distance++) {
      program.send((rank + distance) % size, own);
    }
    Span[] data = new Span[size];
    for (int from = 0; from < size; from++) {
      data[from] = from == rank ? own : program.scratch(own.length());
      if (from != rank) {
        program.receive(from, data[from]);
      }
    }
    Span folded = data[0];
    for (int next = 1; next < size; next++) {
      // In place the result lies on this rank's own data.
      Span target = next < rank ? data[0] : result;
      program.fold(folded, data[next], target);
      folded = target;
    }
    program.copy(folded, result);
  }
}
