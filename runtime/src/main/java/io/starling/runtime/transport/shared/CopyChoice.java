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

  /** So many messages of a run are received before it ends. */
  static final int RUN = 16;

  /** So many runs take both ways in turn at first. */
  private static final int FIRST_RUNS = 4;

  /** Of so many runs, one takes the other way. */
  private static final int RUNS_PER_TRIAL = 128;

  /** By how much an estimate grows with each run, so that it follows a change. */
  private static final double GROWTH = 1.02;

  /** The powers of two from 2 KiB to 512 KiB, the lengths that have a choice. */
  private static final int LENGTHS = 9;

  private final int pair;
  private final LongSupplier clock;
  private final long[] runs = new long[Long.SIZE];
  private final int[] sent = new int[Long.SIZE];
  private final int[] openBefore = new int[Long.SIZE];
  private final long[] began = new long[Long.SIZE];
  private final boolean[] stages = new boolean[Long.SIZE];
  private final double[] staged = new double[Long.SIZE];
  private final double[] direct = new double[Long.SIZE];

  /**
   * A choice with a clock.
   *
   * @param pair a number that both ranks use for each other, and for few others
   * @param clock nanoseconds
   */
  CopyChoice(int pair, LongSupplier clock) {
    this.pair = pair;
    this.clock = clock;
  }

  /**
   * Whether the next message of this length goes over the stage. A run ends when enough of its
   * messages are received: to post many that are copied later takes no time.
   *
   * @param open how many messages the peer has not received yet
   */
  boolean stages(long length, int open) {
    int size = size(length);
    int received = sent[size] - Math.max(0, open - openBefore[size]);
    if (sent[size] == 0 || received >= RUN) {
      long now = clock.getAsLong();
      if (sent[size] > 0) {
        took(stages[size] ? staged : direct, size, (double) (now - began[size]) / received);
        runs[size]++;
      }
      sent[size] = 0;
      openBefore[size] = open;
      began[size] = now;
      stages[size] = nextStages(size, runs[size]);
    }
    sent[size]++;
    return stages[size];
  }

  private boolean nextStages(int size, long run) {
    if (run < FIRST_RUNS) {
      return (run & 1) == 0;
    }
    boolean faster = staged[size] < direct[size];
    return isTrial(size, run) ? !faster : faster;
  }

  /**
   * Where a program sends to several peers or several lengths in turn, the time of each run is that
   * of all. In every second trial all change their way together, which shows what they gain
   * together. In the others each changes alone, or one that is better the other way would never
   * show it.
   */
  private boolean isTrial(int size, long run) {
    boolean together = run / RUNS_PER_TRIAL % 2 == 0;
    int turn = together ? 0 : (LENGTHS * pair + size) % RUNS_PER_TRIAL;
    return run % RUNS_PER_TRIAL == turn;
  }

  /** A pause of the program is in the time of a run, so only the shortest counts. */
  private static void took(double[] times, int size, double nanosecondsPerMessage) {
    double known = times[size];
    times[size] =
        known == 0 ? nanosecondsPerMessage : Math.min(known * GROWTH, nanosecondsPerMessage);
  }

  private static int size(long length) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, length) - 1);
  }
}
