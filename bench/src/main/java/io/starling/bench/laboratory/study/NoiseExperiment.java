package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Estimate;
import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.study.Disturbance.Victims;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much slower a 4 MiB collective is under noise of 10 Hz (ADAPT, section 5.1.1 and figure 7).
 * The paper does not say whether the ranks' timers were in phase, so both are tried.
 */
record NoiseExperiment(Laboratory laboratory, Scope scope) {
  private static final double HERTZ = 10;
  private static final int SHORT_LOOP = 3;
  private static final List<Victims> LIKE_THE_PAPER = List.of(Victims.ALL, Victims.IN_PHASE);

  /** What one line of a plot needs: a run without noise and several with each share of it. */
  private record Line(
      SimulatedCluster machine,
      StudyCollective collective,
      Implementation implementation,
      Victims victims) {}

  Figure run() {
    List<Line> lines = lines();
    double[] about =
        Simulation.seconds(
            laboratory,
            lines.stream().map(line -> trial(line, Disturbance.NONE, 0, SHORT_LOOP)).toList());
    List<SimulatedTrial> trials = new ArrayList<>();
    for (int i = 0; i < about.length; i++) {
      trials.addAll(trials(lines.get(i), about[i]));
    }
    double[] seconds = Simulation.seconds(laboratory, trials);
    int perLine = trials.size() / lines.size();
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < about.length; i++) {
      series.add(series(lines.get(i), seconds, i * perLine));
    }
    return new Figure(
        Experiment.NOISE.label(),
        "Slowdown of a 4 MiB collective under noise of 10 Hz (figure 7)",
        panels(lines, series),
        findings(lines, series));
  }

  private List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (SimulatedCluster machine : scope.machines()) {
      for (Victims victims : LIKE_THE_PAPER) {
        for (StudyCollective collective : StudyCollective.values()) {
          for (Implementation implementation : Implementation.ON_ONE_TREE) {
            lines.add(new Line(machine, collective, implementation, victims));
          }
        }
      }
    }
    return lines;
  }

  /**
   * Loops that last about a period of the noise or more, and begin anywhere in one; the first has
   * no noise. All are equally long: in a loop one collective overlaps with the next.
   */
  private List<SimulatedTrial> trials(Line line, double about) {
    int iterations = (int) Math.ceil(1 / HERTZ / about);
    List<SimulatedTrial> trials = new ArrayList<>();
    trials.add(trial(line, Disturbance.NONE, 0, iterations));
    for (double percent : percents()) {
      Disturbance disturbance = new Disturbance(percent, HERTZ, line.victims());
      for (int run = 0; run < scope.seeds(); run++) {
        trials.add(trial(line, disturbance, run, iterations));
      }
    }
    return trials;
  }

  private double[] percents() {
    return scope.quick() ? new double[] {10} : new double[] {5, 10};
  }

  private SimulatedTrial trial(Line line, Disturbance disturbance, int run, int iterations) {
    double periods = 1 + (run + 0.5) / scope.seeds();
    return new SimulatedTrial(
        line.machine(),
        scope.ranks(line.machine()),
        line.collective(),
        line.implementation().specification(line.collective(), scope.segment()),
        Scope.BYTES,
        disturbance,
        scope.firstSeed() + run,
        VirtualTime.ofSeconds(periods / HERTZ),
        iterations);
  }

  private Series series(Line line, double[] seconds, int first) {
    double quiet = seconds[first];
    List<Point> points = new ArrayList<>();
    points.add(Point.of(0, 0));
    int next = first + 1;
    for (double percent : percents()) {
      double[] slowdowns = new double[scope.seeds()];
      for (int run = 0; run < slowdowns.length; run++) {
        slowdowns[run] = (seconds[next++] / quiet - 1) * 100;
      }
      Estimate slowdown = Estimate.of(slowdowns);
      double error = slowdowns.length == 1 ? 0 : slowdown.margin();
      points.add(new Point(percent, slowdown.mean(), error, paper(line, percent)));
    }
    return new Series(line.implementation().label(), points);
  }

  /**
   * Its figure 7 gives only the worst of both machines in the text, at 10 %. It hit every rank; we
   * do not know whether timers were in phase.
   */
  private static double paper(Line line, double percent) {
    boolean broadcast = line.collective() == StudyCollective.BROADCAST;
    if (percent != 10 || !LIKE_THE_PAPER.contains(line.victims())) {
      return Double.NaN;
    }
    return switch (line.implementation()) {
      case ADAPT -> broadcast ? 24 : 16;
      case WAITALL -> broadcast ? 59 : 99;
      case BLOCKING, MULTILEVEL, WAITALL_BINOMIAL, RELAY -> Double.NaN;
    };
  }

  private List<Panel> panels(List<Line> lines, List<Series> series) {
    List<Panel> panels = new ArrayList<>();
    int width = Implementation.ON_ONE_TREE.size();
    for (int i = 0; i < lines.size(); i += width) {
      Line line = lines.get(i);
      panels.add(
          new Panel(
              "%s, %d ranks on %s, %s"
                  .formatted(
                      line.collective().label(),
                      scope.ranks(line.machine()),
                      line.machine().name(),
                      line.victims().label()),
              Axis.NOISE,
              Axis.SLOWDOWN,
              series.subList(i, i + width)));
    }
    return panels;
  }

  private static List<String> findings(List<Line> lines, List<Series> series) {
    List<String> findings = new ArrayList<>();
    int width = Implementation.ON_ONE_TREE.size();
    for (int i = 0; i < lines.size(); i += width) {
      Line line = lines.get(i);
      Point adapt = series.get(i).at(10);
      List<Point> others =
          series.subList(i + 1, i + width).stream().map(other -> other.at(10)).toList();
      long more = others.stream().filter(other -> isClearlyAbove(other, adapt)).count();
      long less = others.stream().filter(other -> isClearlyAbove(adapt, other)).count();
      findings.add(
          String.format(
              Locale.ROOT,
              "%s on %s, %s: adapt slows down by %.0f %% at 10 %% noise%s; of %d other"
                  + " implementations %d slow down more and %d less, beyond the confidence"
                  + " intervals.",
              line.collective().label(),
              line.machine().name(),
              line.victims().label(),
              adapt.y(),
              Double.isNaN(paper(line, 10))
                  ? ""
                  : " (the paper measured up to %.0f %%)".formatted(paper(line, 10)),
              width - 1,
              more,
              less));
    }
    return findings;
  }

  private static boolean isClearlyAbove(Point point, Point other) {
    return point.y() - point.error() > other.y() + other.error();
  }
}
