package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.time.Duration;

/**
 * Runs that do not count, in rounds of doubling length, until rank 0 says that it was long enough:
 * for C2 to compile the hot path, for endpoints to be connected and for pages to be mapped.
 */
public final class WarmUp {

  /** How often the warm-up of a size fits into that of all sizes before the first. */
  static final int FIRST_FACTOR = 16;

  /** What the JIT compiler needs for the hot path of one rank that has a core of its own. */
  static final Duration COMPILATION = Duration.ofSeconds(3);

  private static final int LEAST_ITERATIONS = 7;

  private WarmUp() {}

  /**
   * How long all sizes together are warmed up before the first is measured: ranks that share a core
   * compile in turn.
   */
  public static Duration first(Duration ofOneSize, int ranks, int cores) {
    return ofOneSize.multipliedBy(FIRST_FACTOR).multipliedBy(Math.ceilDiv(ranks, cores));
  }

  /** Whether that is long enough for the JIT compiler. */
  public static boolean isEnough(Duration ofOneSize) {
    return first(ofOneSize, 1, 1).compareTo(COMPILATION) >= 0;
  }

  /**
   * Returns the nanoseconds of one iteration, with what surrounds it, in rank 0's last round: it
   * has half of all iterations. In a round of one or two, others may have been ahead.
   */
  static double run(Communicator world, Benchmark benchmark, Duration atLeast) {
    int[] enough = {0};
    long begin = System.nanoTime();
    double nanosOfOne = 0;
    long done = 0;
    for (long round = 1; enough[0] == 0; round *= 2) {
      long start = System.nanoTime();
      benchmark.run(round);
      long now = System.nanoTime();
      nanosOfOne = (double) (now - start) / round;
      done += round;
      enough[0] = done >= LEAST_ITERATIONS && now - begin >= atLeast.toNanos() ? 1 : 0;
      world.broadcast(Buffer.of(enough), 0);
    }
    return nanosOfOne;
  }
}
