package io.starling.bench.report;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Aligned columns for people, with a line below for each detail; they appear as soon as measured.
 */
public final class Table {

  private final PrintStream out;

  public Table(PrintStream out) {
    this.out = out;
  }

  /** The names and units of the columns. */
  public void header() {
    out.printf(
        "%-20s %12s %11s %12s %12s %12s  %s%n",
        "benchmark", "bytes", "iterations", "avg [us]", "min [us]", "max [us]", "algorithm");
  }

  /** One line. */
  public void row(Measurement measurement) {
    Statistics time = measurement.microseconds();
    out.printf(
        Locale.ROOT,
        "%-20s %12d %11d %12.3f %12.3f %12.3f  %s%n",
        measurement.benchmark(),
        measurement.bytes(),
        measurement.iterations(),
        time.average(),
        time.minimum(),
        time.maximum(),
        measurement.algorithm());
    measurement.details().forEach((name, value) -> out.printf("  %-20s %10s%n", name, text(value)));
    out.flush();
  }

  private static String text(Object detail) {
    return detail instanceof Double number
        ? String.format(Locale.ROOT, "%.2f", number)
        : detail.toString();
  }
}
