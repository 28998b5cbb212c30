package io.starling.runtime.transport.simulated;

/** The unit of virtual time, the picosecond, in others. */
public final class VirtualTime {

  public static final long PER_NANOSECOND = 1_000;
  public static final long PER_MICROSECOND = 1_000_000;
  public static final long PER_SECOND = 1_000_000_000_000L;

  private VirtualTime() {}

  /** So many seconds, rounded to picoseconds. */
  public static long ofSeconds(double seconds) {
    return Math.round(seconds * PER_SECOND);
  }

  /** In seconds. */
  public static double seconds(long picoseconds) {
    return (double) picoseconds / PER_SECOND;
  }

  /** How long so many bytes take at so many picoseconds a byte. */
  static long ofBytes(long bytes, double perByte) {
    return Math.round(bytes * perByte);
  }
}
