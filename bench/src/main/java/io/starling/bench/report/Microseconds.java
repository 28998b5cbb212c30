package io.starling.bench.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Times as people read them. */
public final class Microseconds {

  private static final String[] UNITS = {"µs", "ms", "s"};

  private Microseconds() {}

  /**
   * About four digits, without a unit: {@code 0.310}, {@code 12.50}, {@code 107.2}, {@code 4096}.
   */
  public static String text(double microseconds) {
    String format =
        microseconds < 10
            ? "%.3f"
            : microseconds < 100 ? "%.2f" : microseconds < 1000 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, microseconds);
  }

  /** Three digits with a unit: {@code 0.19 µs}, {@code 107 µs}, {@code 1.4 ms}. */
  public static String withUnit(double microseconds) {
    double value = microseconds;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1e3;
      unit++;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(3));
    return rounded.stripTrailingZeros().toPlainString() + " " + UNITS[unit];
  }
}
