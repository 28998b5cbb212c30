package io.starling.bench.laboratory.noise;

import io.starling.bench.laboratory.Estimate;
import io.starling.bench.report.Microseconds;
import io.starling.bench.report.Units;
import java.util.List;
import java.util.Locale;

/** The results for a terminal. */
final class NoiseTable {

  private NoiseTable() {}

  /** The table, and what its figures are. */
  static String of(NoiseWork work, List<Line> lines) {
    int library = width("library", lines.stream().map(line -> line.library().title()).toList());
    int algorithm = width("algorithm", lines.stream().map(Line::algorithm).toList());
    StringBuilder text = new StringBuilder();
    String format = "%-" + library + "s  %-" + algorithm + "s  %7s  %11s  %17s  %17s  %9s%n";
    if (!lines.isEmpty()) {
      text.append(
          format.formatted(
              "library", "algorithm", "noise", "time [us]", "extra [us]", "slowdown", "injected"));
    }
    for (Line line : lines) {
      for (Line.Cell cell : line.cells()) {
        boolean first = cell.percent() == 0;
        text.append(
            format.formatted(
                first ? line.library().title() : "",
                first ? line.algorithm() : "",
                percent(cell.percent()),
                Microseconds.text(cell.time().mean()),
                first ? "" : extra(cell.extra(line.cells().getFirst())),
                first ? "" : slowdown(cell.slowdown(line.cells().getFirst())),
                share(cell.share())));
      }
    }
    return text.append(explanation(work)).toString();
  }

  private static String explanation(NoiseWork work) {
    String how =
        work.mode() == Mode.SPIN
            ? "spinning in the rank's thread (spin)"
            : "SIGSTOP and SIGCONT (stop)";
    return """

    %s of %s on %s; noise %s times a second by
    %s; %s of %s for each percentage.
    Extra and slowdown: the time over that without noise in the same round; mean of the rounds and 95 %%
    confidence interval. Injected: the share of the time that was really taken, on average over the ranks.
    """
        .formatted(
            work.kind().label(),
            Units.bytes(work.bytes()),
            Units.count(work.ranks(), "rank"),
            number(work.hertz()),
            how,
            Units.count(work.rounds(), "turn"),
            number(work.turn().toMillis() * 1e-3) + " s");
  }

  private static int width(String title, List<String> words) {
    return Math.max(title.length(), words.stream().mapToInt(String::length).max().orElse(0));
  }

  /** {@code 5 %}, {@code 2.5 %}. */
  static String percent(double percent) {
    return number(percent) + " %";
  }

  private static String number(double number) {
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : Double.toString(number);
  }

  private static String extra(Estimate extra) {
    return withMargin(extra, 0);
  }

  private static String slowdown(Estimate slowdown) {
    return withMargin(slowdown, 1) + " %";
  }

  private static String withMargin(Estimate estimate, int digits) {
    String format = "%." + digits + "f";
    String margin =
        Double.isNaN(estimate.margin())
            ? ""
            : " \u00b1 " + String.format(Locale.ROOT, format, estimate.margin());
    return String.format(Locale.ROOT, format.replace("%", "%+"), estimate.mean()) + margin;
  }

  private static String share(Estimate share) {
    return Double.isNaN(share.mean()) ? "-" : String.format(Locale.ROOT, "%.2f %%", share.mean());
  }
}
