package io.starling.bench.tune;

import io.starling.bench.report.Units;
import io.starling.runtime.memory.ByteSize;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What tuning has changed, for people. */
final class TuneSummary {

  private static final String ROW = "%-15s %5s %8s %12s %12s %7s  %s%n";

  private TuneSummary() {}

  static void print(PrintWriter out, List<Result> results) {
    out.printf(ROW, "collective", "ranks", "bytes", "shipped [us]", "tuned [us]", "ratio", "");
    for (Result result : results) {
      out.printf(
          ROW,
          result.collective(),
          result.ranks(),
          result.bytes() == 0 ? "" : ByteSize.format(result.bytes()),
          number("%.2f", result.shippedMicros()),
          number("%.2f", result.bestMicros()),
          number("%.2f", result.bestMicros() / result.shippedMicros()),
          result.changes() ? result.best() + " instead of " + result.shipped() : "as shipped");
    }
    long better = results.stream().filter(Result::changes).count();
    out.printf(
        "%d of %s that %s measured %s better than the shipped table.%n",
        better,
        Units.count(results.size(), "point"),
        results.size() == 1 ? "was" : "were",
        better == 1 ? "is" : "are");
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
