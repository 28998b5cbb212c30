package io.starling.collectives.barrier;

import io.starling.collectives.exchange.Program;

/** Ways to wait for all: patterns of empty messages, each sent after those awaited before it. */
public final class BarrierPatterns {

  private BarrierPatterns() {}

  /**
   * Dissemination (Hensgen, Finkel and Manber, 1988): in round k every rank tells the one 2^k ahead
   * that it is here, and waits for the one 2^k behind. After ceil(log2 P) rounds each has heard,
   * indirectly, of all.
   *
   * <pre>
   * round 0   0>1 1>2 2>3 3>4 4>0      round 1   0>2 1>3 2>4 3>0 4>1      round 2   0>4 1>0 2>1 ...
   * </pre>
   */
  public static void dissemination(Program program) {
    int size = program.size();
    for (int distance = 1; distance < size; distance *= 2) {
      program.signal((program.rank() + distance) % size);
      program.awaitSignal((program.rank() + size - distance) % size);
    }
  }

  /** Up a binomial tree and down again: fewer messages, twice as many steps. */
  public static void tree(Program program) {
    int rank = program.rank();
    int above = rank == 0 ? program.size() : Integer.lowestOneBit(rank);
    for (int bit = 1; bit < above && rank + bit < program.size(); bit *= 2) {
      program.awaitSignal(rank + bit);
    }
    if (rank != 0) {
      program.signal(rank - above);
      program.awaitSignal(rank - above);
    }
    for (int bit = 1; bit < above && rank + bit < program.size(); bit *= 2) {
      program.signal(rank + bit);
    }
  }
}
