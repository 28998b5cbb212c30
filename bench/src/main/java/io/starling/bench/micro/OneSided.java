package io.starling.bench.micro;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import java.lang.invoke.VarHandle;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * Accesses of rank 0 to a window of rank 1, each with its flush, in one epoch of a shared lock, as
 * in OSU's benchmarks. Rank 1 waits in a barrier, or computes until it sees in its memory that all
 * is done.
 *
 * <p>Rank 0 reads the clock once in a few accesses: one may take no longer than that.
 *
 * @param access one access
 * @param computes whether rank 1 calls nothing meanwhile
 * @param times gets the time of each access at rank 0, in nanoseconds
 */
record OneSided(
    Communicator world, Window window, Runnable access, boolean computes, Histogram times)
    implements LongUnaryOperator {

  private static final int BATCH = 16;
  private static final int TARGET = 1;
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  /** The length of the window: the data, and a word that ends the computing. */
  static long room(long bytes) {
    return place(bytes) + Long.BYTES;
  }

  private static long place(long bytes) {
    return (Math.max(bytes, Long.BYTES) + Long.BYTES - 1) & -Long.BYTES;
  }

  private long place() {
    return window.bytes(TARGET) - Long.BYTES;
  }

  @Override
  public long applyAsLong(long iterations) {
    if (computes && world.rank() == TARGET) {
      WORD.setRelease(window.memory(), place(), 0L);
    }
    world.barrier();
    long elapsed = 0;
    if (world.rank() == 0) {
      elapsed = run(iterations);
    } else if (computes && world.rank() == TARGET) {
      compute();
    }
    world.barrier();
    return elapsed;
  }

  private long run(long iterations) {
    window.lockShared(TARGET);
    long start = System.nanoTime();
    long before = start;
    for (long i = 1; i <= iterations; i++) {
      access.run();
      window.flush(TARGET);
      if (i % BATCH == 0) {
        long now = System.nanoTime();
        times.recordValueWithCount((now - before) / BATCH, BATCH);
        before = now;
      }
    }
    long elapsed = System.nanoTime() - start;
    if (iterations < BATCH) {
      times.recordValueWithCount(elapsed / iterations, iterations);
    }
    if (computes) {
      window.put(Buffer.of(1L), TARGET, place());
    }
    window.unlock(TARGET);
    return elapsed;
  }

  private void compute() {
    while ((long) WORD.getAcquire(window.memory(), place()) == 0) {
      Thread.onSpinWait();
    }
  }
}
