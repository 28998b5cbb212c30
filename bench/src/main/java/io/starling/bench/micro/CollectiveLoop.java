package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import java.util.function.LongUnaryOperator;

/** Any collective, with a barrier before each so that the ranks enter it together. */
record CollectiveLoop(Communicator world, Runnable collective) implements LongUnaryOperator {

  @Override
  public long applyAsLong(long iterations) {
    long total = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      long start = System.nanoTime();
      collective.run();
      total += System.nanoTime() - start;
    }
    return total;
  }
}
