package io.starling.bench.compare;

import java.util.Locale;

/** Times as people read them. */
final class Microseconds {

  private static final String[] UNITS = {"ns", "µs", "ms", "s"};

  private Microseconds() {}

  /**
   * About four digits, without a unit: {@code 0.310}, {@code 12.50}, {@code 107.2}, {@code 4096}.
   */
  static String text(double microseconds) {
    String format =
        microseconds < 10
            ? "%.3f"
            : microseconds < 100 ? "%.2f" : microseconds < 1000 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, microseconds);
  }

  /** A round value with its unit: {@code 100 ns}, {@code 20 µs}, {@code 1 ms}. */
  static String withUnit(double microseconds) {
    double value = microseconds * 1e3;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1e3;
      unit++;
    }
    boolean whole = Math.abs(value - Math.rint(value)) < 1e-6 || value >= 100;
    String format = whole ? "%.0f %s" : value >= 10 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, format, value, UNITS[unit]);
  }
}
