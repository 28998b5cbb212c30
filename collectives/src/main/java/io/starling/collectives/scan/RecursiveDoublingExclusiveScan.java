package io.starling.collectives.scan;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * As {@link RecursiveDoublingScan}, but a rank's result excludes its own data, which is folded into
 * what it sends.
 *
 * <pre>
 * result   the fold of the received data           sent   result op own
 * </pre>
 */
public final class RecursiveDoublingExclusiveScan implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    if (rank == 0) {
      // Its result is not changed.
      for (int distance = 1; distance < size; distance *= 2) {
        program.send(distance, program.data());
      }
      return;
    }
    boolean sends = rank + 1 < size;
    Span result = program.result();
    Span own = sends ? safe(program) : program.data();
    Span sum = own;
    for (int distance = 1; distance < size; distance *= 2) {
      if (rank + distance < size) {
        program.send(rank + distance, sum);
      }
      if (distance == 1) {
        program.receive(rank - 1, result);
      } else if (rank >= distance) {
        program.receiveAndFoldBefore(rank - distance, result, result);
      }
      boolean sendsAgain = rank + 2L * distance < size;
      if (rank >= distance && sendsAgain) {
        sum = distance == 1 ? program.scratch(own.length()) : sum;
        program.fold(result, own, sum);
      }
    }
  }

  /** In place, the result overwrites the data, which is still needed. */
  private static Span safe(Program program) {
    if (!program.isInPlace()) {
      return program.data();
    }
    Span copy = program.scratch(program.data().length());
    program.copy(program.data(), copy);
    return copy;
  }
}
