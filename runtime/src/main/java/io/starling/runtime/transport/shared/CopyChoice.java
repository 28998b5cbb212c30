package io.starling.runtime.transport.shared;

/**
 * Which way private memory takes to a peer: over the stage, where each side copies it once and both
 * at the same time, or directly, by a system call that copies it once. Which is faster depends on
 * the processor, on the length, and on how far apart the cores are. So both are tried and timed;
 * the faster one is used, and now and then the other is tried again.
 */
final class CopyChoice {

  private static final int TRIALS_OF_EACH = 8;
  private static final int CALLS_PER_TRIAL = 256;

  /** By how much an estimate grows with each time, so that it follows a change. */
  private static final double GROWTH = 1.02;

  private final long[] calls = new long[Long.SIZE];
  private final double[] staged = new double[Long.SIZE];
  private final double[] direct = new double[Long.SIZE];

  /** Whether the next message of this length goes over the stage. */
  boolean stages(long length) {
    int size = size(length);
    long call = calls[size]++;
    if (call < 2 * TRIALS_OF_EACH) {
      return (call & 1) == 0;
    }
    boolean faster = staged[size] < direct[size];
    return call % CALLS_PER_TRIAL == 0 ? !faster : faster;
  }

  /** A message took so many nanoseconds until its receiver was done. */
  void took(boolean overStage, long length, double nanoseconds) {
    double[] times = overStage ? staged : direct;
    int size = size(length);
    double known = times[size];
    times[size] = known == 0 ? nanoseconds : Math.min(known * GROWTH, nanoseconds);
  }

  private static int size(long length) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, length) - 1);
  }
}
