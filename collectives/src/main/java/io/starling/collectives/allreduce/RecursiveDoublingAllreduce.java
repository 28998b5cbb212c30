package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Pairs;

/**
 * In round k the ranks that differ in bit k exchange and fold all they have. Ranks beyond the
 * largest power of two first pass their data to a neighbour, and get the result from it. Operands
 * stay in rank order: each partial result covers consecutive ranks.
 *
 * <pre>
 * round 0   0-1 2-3 4-5 6-7      round 1   0-2 1-3 4-6 5-7      round 2   0-4 1-5 2-6 3-7
 * </pre>
 */
public final class RecursiveDoublingAllreduce implements Allreduce {

  @Override
  public void allreduce(Program program, Span own, Span result) {
    int power = Integer.highestOneBit(program.size());
    Pairs pairs = new Pairs(program, power, 0);
    Span mine = pairs.fold(own, result);
    if (pairs.isActive()) {
      int index = pairs.index(program.rank());
      for (int bit = 1; bit < power; bit *= 2) {
        int peer = pairs.rank(index ^ bit);
        program.send(peer, mine);
        if (peer < program.rank()) {
          program.receiveAndFoldBefore(peer, mine, result);
        } else {
          program.receiveAndFold(peer, mine, result);
        }
        mine = result;
      }
      program.copy(mine, result);
    }
    pairs.share(result);
  }
}
