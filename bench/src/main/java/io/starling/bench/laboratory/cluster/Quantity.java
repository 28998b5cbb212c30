package io.starling.bench.laboratory.cluster;

import io.starling.runtime.memory.ByteSize;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times, bandwidths and sizes as people write them: {@code 1.3us}, {@code 10GB/s}, {@code 64K}. */
final class Quantity {

  /** Of no message is it said that it leaves before its receive is found. */
  private static final String NONE = "none";

  /** An eager message is copied into an array. */
  private static final long MOST_EAGER_BYTES = 1L << 30;

  private static final double SLOWEST = 1e6;
  private static final double FASTEST = 1e14;
  private static final Pattern SYNTAX =
      Pattern.compile("(-?\\d{1,9}(?:\\.\\d{1,9})?) ?([A-Za-z/]+)");
  private static final Map<String, Double> PICOSECONDS =
      Map.of("ps", 1e0, "ns", 1e3, "us", 1e6, "ms", 1e9, "s", 1e12);
  private static final Map<String, Double> BYTES_A_SECOND =
      Map.of(
          "MB/s", 1e6, "GB/s", 1e9, "TB/s", 1e12, //
          "Mb/s", 1e6 / 8, "Gb/s", 1e9 / 8, "Tb/s", 1e12 / 8);

  private Quantity() {}

  /**
   * A time, in picoseconds.
   *
   * @throws IllegalArgumentException if it is none, or negative, or above a second
   */
  static long time(String text) {
    double picoseconds = parse(text, PICOSECONDS, "time", "ps, ns, us, ms or s, such as 1.3us");
    if (picoseconds < 0 || picoseconds > VirtualTime.PER_SECOND) {
      throw new IllegalArgumentException("a time must be 0s to 1s, not '%s'".formatted(text));
    }
    return Math.round(picoseconds);
  }

  /**
   * A bandwidth, as picoseconds a byte.
   *
   * @throws IllegalArgumentException if it is none, or less than a megabyte or more than a hundred
   *     terabytes a second
   */
  static double bandwidth(String text) {
    double bytes =
        parse(
            text,
            BYTES_A_SECOND,
            "bandwidth",
            "MB/s, GB/s or TB/s, such as 10GB/s, or Gb/s for bits");
    if (bytes < SLOWEST || bytes > FASTEST) {
      throw new IllegalArgumentException(
          "a bandwidth must be 1MB/s to 100TB/s, not '%s'".formatted(text));
    }
    return VirtualTime.PER_SECOND / bytes;
  }

  /**
   * The longest eager message in bytes; -1 for {@code none}.
   *
   * @throws IllegalArgumentException if it is not a size, or one above a gibibyte
   */
  static long eagerBytes(String text) {
    if (text.equals(NONE)) {
      return -1;
    }
    long bytes = ByteSize.parse(text);
    if (bytes > MOST_EAGER_BYTES) {
      throw new IllegalArgumentException(
          "an eager message must have at most 1G, not '%s'".formatted(text));
    }
    return bytes;
  }

  private static double parse(String text, Map<String, Double> units, String what, String known) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
      throw new IllegalArgumentException(
          "'%s' is not a %s; write a number and %s".formatted(text, what, known));
    }
    return Double.parseDouble(matcher.group(1)) * units.get(matcher.group(2));
  }
}
