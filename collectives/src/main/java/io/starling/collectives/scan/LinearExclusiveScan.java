package io.starling.collectives.scan;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * As {@link LinearScan}, but the received fold is the result, and the fold with the rank's own data
 * is sent on. Memory for the latter does not grow with the message.
 */
public final class LinearExclusiveScan implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    Span own = program.data();
    if (rank == 0) {
      // Its result is not changed.
      if (program.size() > 1) {
        program.send(1, own);
      }
      return;
    }
    boolean sends = rank + 1 < program.size();
    long step = program.segmentBytes();
    for (long at = 0; at < own.length(); at += step) {
      Span mine = own.piece(at, step);
      Span result = program.result().piece(at, step);
      // In place, the result overwrites the data, which is still needed for the fold that is sent
      // on.
      Span theirs = sends && program.isInPlace() ? program.slot(mine.length()) : result;
      program.receive(rank - 1, theirs);
      if (sends) {
        Span sum = program.slot(mine.length());
        program.fold(theirs, mine, sum);
        program.send(rank + 1, sum);
      }
      program.copy(theirs, result);
    }
  }
}
