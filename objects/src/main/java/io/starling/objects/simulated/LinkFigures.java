package io.starling.objects.simulated;

import java.time.Duration;

/**
 * The network of a study: each host has one link in each direction, all have the same figures.
 *
 * @param bytesPerNanosecond the bandwidth of a link; 1.25 is 10 Gbit/s
 * @param latency from one host to another, in nanoseconds
 * @param jitter the most nanoseconds by which something is later than that; what one host sends to
 *     another still arrives in order
 * @param detection until the others know that a host is dead
 */
public record LinkFigures(
    double bytesPerNanosecond, long latency, long jitter, Duration detection) {

  private static final long LATENCY = 25_000;
  private static final double BITS_PER_BYTE = 8;

  /**
   * Links of this many Gbit/s, with 25 us of latency (TCP in a data centre) and deaths that show
   * after 20 ms.
   */
  public static LinkFigures gigabits(double gigabitsPerSecond) {
    return new LinkFigures(gigabitsPerSecond / BITS_PER_BYTE, LATENCY, 0, Duration.ofMillis(20));
  }

  /** How long a link is busy with some bytes. */
  public long nanoseconds(long bytes) {
    return (long) (bytes / bytesPerNanosecond);
  }
}
