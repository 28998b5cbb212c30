package io.starling.bench.micro;

/**
 * How many iterations are timed where the user does not say; {@code peers/mpi_bench.c} counts the
 * same.
 */
public final class Iterations {

  static final long MINIMUM = 20;
  static final long MAXIMUM = 1_000_000;
  private static final double NANOS_IN_ALL = 5e8;

  private Iterations() {}

  /**
   * As many as take half a second, so that a pause of the machine does not decide the figure; at
   * least 20 and at most 1000000.
   *
   * @param nanosOfOne how long one takes, as the warm-up has shown
   */
  public static long of(double nanosOfOne) {
    return Math.clamp((long) (NANOS_IN_ALL / nanosOfOne), MINIMUM, MAXIMUM);
  }
}
