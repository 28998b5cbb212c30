package io.starling.collectives.scan;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * In round k a rank receives, from the rank 2^k below, the fold of the 2^k ranks up to that one,
 * and folds it with its own (Hillis and Steele, 1986). It supports any number of ranks and keeps
 * operands in order.
 *
 * <pre>
 * round 0   0>1 1>2 2>3 3>4 4>5      round 1   0>2 1>3 2>4 3>5      round 2   0>4 1>5
 * </pre>
 */
public final class RecursiveDoublingScan implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    Span result = program.result();
    Span own = program.data();
    for (int distance = 1; distance < program.size(); distance *= 2) {
      if (rank + distance < program.size()) {
        program.send(rank + distance, own);
      }
      if (rank >= distance) {
        program.receiveAndFoldBefore(rank - distance, own, result);
        own = result;
      }
    }
    program.copy(own, result);
  }
}
