package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Estimate;
import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The plot of a collective on a machine: slowdown over skew, a line for each implementation.
 *
 * @param settings of the experiment
 * @param percent of the time that noise takes
 * @param cells for each implementation one at each skew
 */
record NoisePlot(NoiseSettings settings, double percent, List<List<NoiseCell>> cells) {

  /** In percent: a floor has whole picoseconds, and the time without noise has not. */
  private static final double NOTHING = 1e-6;

  /** The paper has numbers for this noise in its text. */
  private static final double PAPERS = 10;

  /** All its cells. */
  Stream<NoiseCell> all() {
    return cells.stream().flatMap(List::stream);
  }

  /** What all its trials have in common. */
  LoopTrial trial() {
    return cells.getFirst().getFirst().trial();
  }

  /** For people, in a line. */
  String name() {
    return "%s, %d ranks on %s, %.0f %% noise"
        .formatted(
            trial().collective().label(), trial().ranks(), trial().machine().name(), percent);
  }

  /**
   * The plot, with what any runtime loses.
   *
   * @param runs how many runs the floors are the mean of
   */
  Panel panel(int runs) {
    List<Series> series = new ArrayList<>();
    for (int line = 0; line < cells.size() && !settings.floorOnly(); line++) {
      series.add(series(settings.lines().get(line), cells.get(line)));
    }
    for (int apart : settings.floors()) {
      series.add(
          floor(
              apart == 1 ? "floor in step" : "floor, %d apart".formatted(apart),
              runs,
              trial -> NoiseFloor.of(trial, steady(), apart)));
    }
    series.add(floor("each alone", runs, this::alone));
    return new Panel(
        "%s, %s".formatted(name(), settings.looping().describe()),
        Axis.SKEW,
        Axis.SLOWDOWN,
        series);
  }

  private Series series(NoiseLine line, List<NoiseCell> itsCells) {
    List<Point> points = new ArrayList<>();
    for (int place = 0; place < itsCells.size(); place++) {
      Estimate slowdown = itsCells.get(place).slowdown();
      double skew = settings.skews().get(place);
      double paper = skew == 0 ? paper(line.label()) : Double.NaN;
      points.add(new Point(skew, slowdown.mean(), margin(slowdown), paper));
    }
    return new Series(line.label(), points);
  }

  private static double margin(Estimate estimate) {
    return Double.isNaN(estimate.margin()) ? 0 : estimate.margin();
  }

  /**
   * What the paper's text gives of its figure 7, or NaN: the worst of both machines, at 10 %. How
   * far apart its timers were it does not say.
   */
  double paper(String label) {
    boolean broadcast = trial().collective() == StudyCollective.BROADCAST;
    if (percent != PAPERS) {
      return Double.NaN;
    }
    return switch (label) {
      case "adapt" -> broadcast ? 24 : 16;
      case "waitall" -> broadcast ? 59 : 99;
      default -> Double.NaN;
    };
  }

  private Series floor(String name, int runs, Function<LoopTrial, Outcome> least) {
    QuietLoop quiet = cells.getFirst().getFirst().quiet();
    List<Point> points = new ArrayList<>();
    for (NoiseCell cell : cells.getFirst()) {
      double[] slowdowns = new double[runs];
      for (int run = 0; run < runs; run++) {
        double slowdown = (least.apply(cell.run(run)).seconds() / quiet.steady() - 1) * 100;
        slowdowns[run] = slowdown < NOTHING ? 0 : slowdown;
      }
      Estimate slowdown = Estimate.of(slowdowns);
      double skew = settings.skews().get(points.size());
      points.add(new Point(skew, slowdown.mean(), margin(slowdown), Double.NaN));
    }
    return new Series(name, points);
  }

  /** As many as last for the loop. */
  private Outcome alone(LoopTrial trial) {
    double seconds = settings.periods() / NoiseSettings.HERTZ * (1 - percent / 100);
    return NoiseFloor.alone(trial, steady(), (int) Math.max(1, Math.round(seconds / steady())));
  }

  private double steady() {
    return cells.getFirst().getFirst().quiet().steady();
  }
}
