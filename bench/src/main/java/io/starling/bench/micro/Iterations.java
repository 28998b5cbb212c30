package io.starling.bench.micro;

import java.time.Duration;

/**
 * How many iterations are timed where the user does not say; {@code mpi_driver.c} counts the same.
 */
public final class Iterations {

  static final long MINIMUM = 20;
  static final long MAXIMUM = 1_000_000;

  private Iterations() {}

  /**
   * As many as take the given time, so that a pause of the machine does not decide the figure; at
   * least 20 and at most 1000000.
   *
   * @param nanosOfOne how long one takes, as the warm-up has shown
   */
  public static long of(double nanosOfOne, Duration time) {
    return Math.clamp((long) (time.toNanos() / nanosOfOne), MINIMUM, MAXIMUM);
  }
}
