package io.starling.bench.report;

import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.Collectors;

/** Aligned columns for people; each line appears as soon as it is measured. */
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
        measurement.algorithm() + details(measurement));
    out.flush();
  }

  private static String details(Measurement measurement) {
    return measurement.details().entrySet().stream()
        .map(detail -> String.format(Locale.ROOT, "  %s=%.2f", detail.getKey(), detail.getValue()))
        .collect(Collectors.joining());
  }
}
