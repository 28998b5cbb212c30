package io.starling.runtime.transport.simulated;

/** Converts the unit of virtual time, the picosecond. */
public final class VirtualTime {

  public static final long PER_NANOSECOND = 1_000;
  public static final long PER_MICROSECOND = 1_000_000;
  public static final long PER_SECOND = 1_000_000_000_000L;

  private VirtualTime() {}

  /** Converts seconds to picoseconds, rounded. */
  public static long ofSeconds(double seconds) {
    return Math.round(seconds * PER_SECOND);
  }

  /** Converts picoseconds to seconds. */
  public static double seconds(long picoseconds) {
    return (double) picoseconds / PER_SECOND;
  }

  /** The time for a number of bytes at picoseconds per byte. */
  static long ofBytes(long bytes, double perByte) {
    return Math.round(bytes * perByte);
  }
}
