package io.starling.collectives.scan;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Every rank folds the data from the rank below with its own and sends it on, segment by segment:
 * each byte is sent once.
 *
 * <pre>
 * 0 > 1 > 2 > 3 > 4
 * </pre>
 */
public final class LinearScan implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    Span own = program.data();
    Span result = program.result();
    Span sum = own;
    if (rank > 0) {
      program.receiveAndFoldBefore(rank - 1, own, result);
      sum = result;
    }
    if (rank + 1 < program.size()) {
      program.send(rank + 1, sum);
    }
    program.copy(sum, result);
  }
}
