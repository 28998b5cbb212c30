package io.starling.bench.micro;

/**
 * How many iterations are timed where the user does not say; {@code peers/mpi_bench.c} counts the
 * same.
 */
public final class Iterations {

  static final long MINIMUM = 20;
  static final long MAXIMUM = 10_000;
  private static final long BYTES_IN_ALL = 256L << 20;
  private static final double NANOS_IN_ALL = 2e9;

  private Iterations() {}

  /**
   * 10000, fewer where that would move more than 256 MiB or take more than 2 s, but at least 20.
   *
   * @param bytes the size of the message
   * @param nanosOfOne how long one takes, as the warm-up has shown
   */
  public static long of(long bytes, double nanosOfOne) {
    long bySize = bytes == 0 ? MAXIMUM : BYTES_IN_ALL / bytes;
    long byTime = (long) (NANOS_IN_ALL / nanosOfOne);
    return Math.clamp(Math.min(bySize, byTime), MINIMUM, MAXIMUM);
  }
}
