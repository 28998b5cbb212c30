package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Estimate;
import io.starling.bench.report.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the plots on noise show, in sentences. */
final class NoiseFindings {

  private NoiseFindings() {}

  /**
   * The sentences.
   *
   * @param seeds how many runs a cell may have
   */
  static List<String> of(List<NoisePlot> plots, int seeds) {
    List<String> findings = new ArrayList<>();
    NoiseSettings settings = plots.getFirst().settings();
    findings.add(
        "Timers apart by 0 are in phase; apart by a period, 100 ms, each rank is disturbed at times"
            + " of its own. The paper's figure stands at 0; it does not say how far its timers were"
            + " apart.");
    findings.add(
        "Floors are what any runtime loses if ranks may be so many collectives apart; in step, no"
            + " rank begins one before all have left the one before, which trees without a barrier"
            + " do not need. Each alone: ranks that always work and need no others.");
    if (settings.periods() < NoiseSettings.ENOUGH_PERIODS) {
      findings.add(
          "Loops of %d periods of the noise are too short: with fewer than %d the result is chance."
              .formatted(settings.periods(), NoiseSettings.ENOUGH_PERIODS));
    }
    if (settings.floorOnly()) {
      return findings;
    }
    for (NoisePlot plot : plots) {
      for (int line = 0; line < plot.cells().size(); line++) {
        findings.add(slowdowns(plot, line));
      }
    }
    plots.forEach(plot -> addUnknown(plot, seeds, findings));
    return findings;
  }

  private static String slowdowns(NoisePlot plot, int line) {
    String label = plot.settings().lines().get(line).label();
    List<NoiseCell> cells = plot.cells().get(line);
    List<String> figures = new ArrayList<>();
    for (int place = 0; place < cells.size(); place++) {
      figures.add(
          String.format(
              Locale.ROOT,
              "%.0f %% at %.0f ms",
              cells.get(place).slowdown().mean(),
              plot.settings().skews().get(place)));
    }
    return "%s: %s, which takes %s without noise, slows down by %s%s."
        .formatted(
            plot.name(),
            label,
            Axis.TIME.text(cells.getFirst().quiet().steady()),
            String.join(", ", figures),
            likeThePaper(plot, line));
  }

  /** Where the paper's figure would be. */
  private static String likeThePaper(NoisePlot plot, int line) {
    double paper = plot.paper(plot.settings().lines().get(line).label());
    if (Double.isNaN(paper) || plot.settings().skews().getFirst() != 0) {
      return "";
    }
    List<NoiseCell> cells = plot.cells().get(line);
    String text = String.format(Locale.ROOT, "; the paper's %.0f %% is ", paper);
    for (int place = 0; place < cells.size(); place++) {
      if (Math.abs(cells.get(place).slowdown().mean() - paper) < NoiseCell.ENOUGH) {
        return text
            + String.format(Locale.ROOT, "that at %.0f ms", plot.settings().skews().get(place));
      }
    }
    if (paper < cells.getFirst().slowdown().mean()) {
      return text + "below all";
    }
    for (int place = 1; place < cells.size(); place++) {
      double before = cells.get(place - 1).slowdown().mean();
      double after = cells.get(place).slowdown().mean();
      if (paper <= after) {
        double from = plot.settings().skews().get(place - 1);
        double to = plot.settings().skews().get(place);
        double skew = from + (paper - before) / (after - before) * (to - from);
        return text + String.format(Locale.ROOT, "reached at about %.0f ms", skew);
      }
    }
    return text + "above all";
  }

  private static String runs(int count) {
    return count == 1 ? "one run" : count + " runs";
  }

  private static void addUnknown(NoisePlot plot, int seeds, List<String> findings) {
    for (int line = 0; line < plot.cells().size(); line++) {
      for (int place = 0; place < plot.settings().skews().size(); place++) {
        NoiseCell cell = plot.cells().get(line).get(place);
        if (!cell.isKnown()) {
          Estimate slowdown = cell.slowdown();
          findings.add(
              String.format(
                  Locale.ROOT,
                  "%s, %s at %.0f ms: after %s the confidence interval is %s; more"
                      + " --seeds make it smaller.",
                  plot.name(),
                  plot.settings().lines().get(line).label(),
                  plot.settings().skews().get(place),
                  runs(Math.min(seeds, cell.runs())),
                  Double.isNaN(slowdown.margin())
                      ? "unknown"
                      : String.format(Locale.ROOT, "still ± %.0f points", slowdown.margin())));
        }
      }
    }
  }
}
