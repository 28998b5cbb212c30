package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Rings;

/**
 * Passes blocks round a ring, first folding them, then distributing the results (Patarasuk and
 * Yuan, 2009). Each rank sends each byte at most twice, for any number of ranks.
 *
 * <pre>
 * P - 1 rounds   receive a block from the left, fold it, send it to the right
 * P - 1 rounds   receive a folded block from the left, send it to the right
 * </pre>
 */
public final class RingAllreduce implements Allreduce {

  @Override
  public void allreduce(Program program, Span own, Span result) {
    if (program.size() == 1) {
      program.copy(own, result);
      return;
    }
    Blocks blocks = Blocks.split(own.length(), program.problem().elementBytes(), program.size());
    Rings.reduceScatter(program, own, result, blocks);
    Rings.allgather(program, result, blocks);
  }
}
