package io.starling.bench.micro;

import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * An operation in a timed loop.
 *
 * @param timedRanks how many ranks, from rank 0 on, take times that mean something
 * @param loop runs the operation that many times and returns the nanoseconds that it took on this
 *     rank, in all; all ranks run it the same number of times
 * @param times gets the nanoseconds of each iteration
 * @param once runs it alone, without a barrier before
 * @param end frees what it has, on all ranks together
 */
record Benchmark(
    int timedRanks, LongUnaryOperator loop, Histogram times, Runnable once, Runnable end)
    implements AutoCloseable {

  /** One that needs no end. */
  Benchmark(int timedRanks, LongUnaryOperator loop, Histogram times, Runnable once) {
    this(timedRanks, loop, times, once, () -> {});
  }

  long run(long iterations) {
    return loop.applyAsLong(iterations);
  }

  @Override
  public void close() {
    end.run();
  }
}
