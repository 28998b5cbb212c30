package io.starling.bench.objects.measure;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Times a trial: warms it up, then makes as many iterations as fit into a time.
 *
 * <p>The time of an iteration is that of its slowest rank.
 */
final class Stopwatch {

  private static final int LEAST = 20;
  private static final int MOST = 1_000_000;
  private static final int LEAST_WARM_UP = 3;

  private final Meeting meeting;
  private final Duration warmUp;
  private final Duration time;
  private final OptionalLong iterations;
  private Duration extra;
  private long next;

  /**
   * @param first how long the first trial is warmed up, for the JIT compiler
   * @param iterations how many are timed; as many as fit into the time where empty
   */
  Stopwatch(
      Meeting meeting, Duration first, Duration warmUp, Duration time, OptionalLong iterations) {
    this.meeting = meeting;
    this.extra = first;
    this.warmUp = warmUp;
    this.time = time;
    this.iterations = iterations;
  }

  /** Returns the times of the iterations in nanoseconds, at all ranks. */
  long[] measure(Trial trial) {
    long ofOne = warm(trial);
    long wanted = iterations.orElse(Math.clamp(time.toNanos() / Math.max(1, ofOne), LEAST, MOST));
    return slowest(times(trial, (int) meeting.agree(wanted)));
  }

  /** In rounds of doubling length until rank 0 says that it was long enough. */
  private long warm(Trial trial) {
    Duration atLeast = extra.compareTo(warmUp) > 0 ? extra : warmUp;
    extra = Duration.ZERO;
    long begin = System.nanoTime();
    long ofOne = 0;
    long done = 0;
    boolean enough = false;
    for (int round = 1; !enough; round *= 2) {
      long start = System.nanoTime();
      times(trial, round);
      ofOne = (System.nanoTime() - start) / round;
      done += round;
      boolean here = done >= LEAST_WARM_UP && System.nanoTime() - begin >= atLeast.toNanos();
      enough = meeting.agree(here ? 1 : 0) == 1;
    }
    return ofOne;
  }

  private long[] times(Trial trial, int count) {
    long[] times = new long[count];
    for (int i = 0; i < count; i++) {
      long iteration = next++;
      trial.prepare(iteration);
      if (trial.meets()) {
        meeting.await();
      }
      times[i] = trial.run(iteration);
      if (trial.meets()) {
        meeting.await();
      }
      trial.clean(iteration);
    }
    return times;
  }

  private long[] slowest(long[] own) {
    ByteBuffer bytes = ByteBuffer.allocate(own.length * Long.BYTES);
    bytes.asLongBuffer().put(own);
    List<byte[]> all = meeting.exchange(bytes.array());
    long[] slowest = new long[own.length];
    for (byte[] ofRank : all) {
      var times = ByteBuffer.wrap(ofRank).asLongBuffer();
      for (int i = 0; i < slowest.length; i++) {
        slowest[i] = Math.max(slowest[i], times.get(i));
      }
    }
    return slowest;
  }
}
