package io.starling.bench.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Aligned columns for people, with a line below for each detail; they appear as soon as measured.
 */
public final class Table {

  /** The figures of a row. */
  public enum Columns {
    /** The ranks' means: their average, minimum and maximum. */
    MEANS(
        List.of("avg", "min", "max"),
        measurement ->
            List.of(
                measurement.microseconds().average(),
                measurement.microseconds().minimum(),
                measurement.microseconds().maximum())),
    /** Those of the single iterations of all ranks. */
    PERCENTILES(
        List.of("p50", "p99", "p99.9", "p100"),
        measurement ->
            Stream.of(50.0, 99.0, 99.9, 100.0)
                .map(measurement.latencies().orElseThrow()::microseconds)
                .toList());

    private final List<String> names;
    private final Function<Measurement, List<Double>> figures;

    Columns(List<String> names, Function<Measurement, List<Double>> figures) {
      this.names = names;
      this.figures = figures;
    }

    /** The name on the command line. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final PrintStream out;
  private final Columns columns;

  public Table(PrintStream out, Columns columns) {
    this.out = out;
    this.columns = columns;
  }

  /** The names and units of the columns. */
  public void header() {
    out.printf("%-20s %12s %11s ", "benchmark", "bytes", "iterations");
    columns.names.forEach(name -> out.printf("%12s ", name + " [us]"));
    out.println(" algorithm");
  }

  /** One line. */
  public void row(Measurement measurement) {
    out.printf(
        "%-20s %12d %11d ", measurement.benchmark(), measurement.bytes(), measurement.iterations());
    columns.figures.apply(measurement).forEach(time -> out.printf(Locale.ROOT, "%12.3f ", time));
    out.println(" " + measurement.algorithm());
    measurement.details().forEach((name, value) -> out.printf("  %-20s %10s%n", name, text(value)));
    out.flush();
  }

  private static String text(Object detail) {
    return detail instanceof Double number
        ? String.format(Locale.ROOT, "%.2f", number)
        : detail.toString();
  }
}
