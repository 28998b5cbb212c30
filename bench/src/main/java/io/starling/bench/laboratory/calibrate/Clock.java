package io.starling.bench.laboratory.calibrate;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Times a loop that all ranks run alike.
 *
 * @param nanos about how long, besides a warm-up that is as long
 */
record Clock(Communicator world, long nanos) {

  private static final int BATCHES = 9;

  /**
   * Nanoseconds of one turn as rank 0 sees it, the median of some batches.
   *
   * @param loop makes so many turns and returns the nanoseconds that they took
   */
  double median(LongUnaryOperator loop) {
    long turns = warmUp(loop);
    double[] each = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      world.barrier();
      each[batch] = (double) loop.applyAsLong(turns) / turns;
    }
    Arrays.sort(each);
    return each[BATCHES / 2];
  }

  /** Makes turns until time is over and returns how many a batch has; rank 0 decides. */
  long warmUp(LongUnaryOperator loop) {
    long end = System.nanoTime() + nanos;
    long[] turns = {1};
    int[] more = {1};
    while (more[0] == 1) {
      world.barrier();
      long begin = System.nanoTime();
      long _ = loop.applyAsLong(turns[0]);
      long now = System.nanoTime();
      boolean isShort = now - begin < nanos / BATCHES / 2;
      more[0] = isShort || now < end ? 1 : 0;
      turns[0] = isShort ? 2 * turns[0] : turns[0];
      world.broadcast(Buffer.of(turns), 0);
      world.broadcast(Buffer.of(more), 0);
    }
    return turns[0];
  }
}
