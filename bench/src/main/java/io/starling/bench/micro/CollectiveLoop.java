package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * Any collective, with a barrier before each so that the ranks enter it together. As in OSU's
 * benchmarks each time has one reading of the clock in it; it is noted before the next barrier.
 */
record CollectiveLoop(Communicator world, Runnable collective, Histogram times)
    implements LongUnaryOperator {

  @Override
  public long applyAsLong(long iterations) {
    long total = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      long start = System.nanoTime();
      collective.run();
      long elapsed = System.nanoTime() - start;
      total += elapsed;
      times.recordValue(elapsed);
    }
    return total;
  }
}
