package io.starling.bench.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them. */
public final class Units {

  private static final String[] NAMES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final int STEP = 1024;

  private Units() {}

  /** {@code 48 KiB}, {@code 7.8 GiB}: powers of 1024, one digit after the point below ten. */
  public static String bytes(long bytes) {
    double size = bytes;
    int unit = 0;
    while (size >= STEP && unit < NAMES.length - 1) {
      size /= STEP;
      unit++;
    }
    boolean whole = size >= 10 || Math.abs(size - Math.rint(size)) < 0.05;
    return String.format(Locale.ROOT, whole ? "%.0f %s" : "%.1f %s", size, NAMES[unit]);
  }

  /** {@code 45 s}, {@code 12 min}, {@code 3.5 h}. */
  public static String time(Duration time) {
    long seconds = time.plusMillis(500).toSeconds();
    if (seconds < 90) {
      return seconds + " s";
    }
    return seconds < 5400
        ? (seconds + 30) / 60 + " min"
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600.0);
  }

  /** {@code 1 core}, {@code 2 cores}. */
  public static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
