package io.starling.runtime.transport.shared;

import java.util.function.LongSupplier;

/**
 * Which way private memory takes to a peer: over the stage, where each side copies it once and both
 * at the same time, or directly, by a system call that copies it once. Which is faster depends on
 * the processor, on the length, on how far apart the cores are, and on what the program does
 * meanwhile. So both are tried, for a run of messages each, and the way with the quickest run is
 * used. Now and then the other one is tried again.
 *
 * <p>One message tells too little: the first one after the other way may take three times as long
 * as the next ones, and where several messages are open, each waits for those before it.
 */
final class CopyChoice {

  /** The messages of a run. */
  static final int RUN = 16;

  /** So many runs take both ways in turn at first. */
  private static final int FIRST_RUNS = 4;

  /** Of so many runs, one takes the other way. */
  private static final int RUNS_PER_TRIAL = 128;

  /** By how much an estimate grows with each run, so that it follows a change. */
  private static final double GROWTH = 1.02;

  private final LongSupplier clock;
  private final long[] calls = new long[Long.SIZE];
  private final long[] began = new long[Long.SIZE];
  private final boolean[] stages = new boolean[Long.SIZE];
  private final double[] staged = new double[Long.SIZE];
  private final double[] direct = new double[Long.SIZE];

  CopyChoice() {
    this(System::nanoTime);
  }

  /**
   * A choice with a clock.
   *
   * @param clock nanoseconds
   */
  CopyChoice(LongSupplier clock) {
    this.clock = clock;
  }

  /** Whether the next message of this length goes over the stage. */
  boolean stages(long length) {
    int size = size(length);
    long call = calls[size]++;
    if (call % RUN == 0) {
      long now = clock.getAsLong();
      if (call > 0) {
        took(stages[size] ? staged : direct, size, (double) now - began[size]);
      }
      began[size] = now;
      stages[size] = nextStages(size, call / RUN);
    }
    return stages[size];
  }

  private boolean nextStages(int size, long run) {
    if (run < FIRST_RUNS) {
      return (run & 1) == 0;
    }
    boolean faster = staged[size] < direct[size];
    return run % RUNS_PER_TRIAL == 0 ? !faster : faster;
  }

  /** A pause of the program is in the time of a run, so only the shortest counts. */
  private static void took(double[] times, int size, double nanoseconds) {
    double known = times[size];
    times[size] = known == 0 ? nanoseconds : Math.min(known * GROWTH, nanoseconds);
  }

  private static int size(long length) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, length) - 1);
  }
}
