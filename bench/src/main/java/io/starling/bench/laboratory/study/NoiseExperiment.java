package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.study.LoopTrial.Length;
import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * How much slower a 4 MiB collective is under noise of 10 Hz (ADAPT, section 5.1.1 and figure 7).
 * The paper does not say how far apart the timers of its ranks started, so that is an axis here.
 */
record NoiseExperiment(Laboratory laboratory, Scope scope) {

  /** Every cell has so many runs at least, unless it is to be quick or the user wants fewer. */
  private static final int FEWEST = 3;

  private static final int QUICK = 2;

  Figure run() {
    List<LoopTrial> loops = loops();
    List<QuietLoop> quiet = quiet(loops);
    List<NoisePlot> plots = new ArrayList<>();
    int lines = scope.noise().lines().size();
    for (int first = 0; first < loops.size(); first += lines) {
      for (double percent : scope.noise().percents()) {
        plots.add(
            plot(
                percent, loops.subList(first, first + lines), quiet.subList(first, first + lines)));
      }
    }
    if (!scope.noise().floorOnly()) {
      measure(plots.stream().flatMap(NoisePlot::all).toList());
    }
    return new Figure(
        Experiment.NOISE.label(),
        "Slowdown of a 4 MiB collective under noise of 10 Hz (figure 7)",
        plots.stream().map(plot -> plot.panel(scope.seeds())).toList(),
        NoiseFindings.of(plots, scope.seeds()));
  }

  /** Each implementation of each collective on each machine. */
  private List<LoopTrial> loops() {
    NoiseSettings settings = scope.noise();
    List<LoopTrial> loops = new ArrayList<>();
    for (SimulatedCluster machine : scope.machines()) {
      for (StudyCollective collective : settings.collectives()) {
        for (NoiseLine line : settings.lines()) {
          loops.add(
              new LoopTrial(
                  machine,
                  settings.ranks().orElse(scope.ranks(machine)),
                  collective,
                  line.specification(collective),
                  settings.looping(),
                  Disturbance.NONE,
                  scope.firstSeed(),
                  Length.of(1)));
        }
      }
    }
    return loops;
  }

  private List<QuietLoop> quiet(List<LoopTrial> loops) {
    List<LoopTrial> trials = new ArrayList<>();
    for (LoopTrial loop : loops) {
      trials.add(loop.quiet(QuietLoop.length(loop)));
      trials.add(loop.quiet(2 * QuietLoop.length(loop)));
    }
    List<Outcome> outcomes = outcomes(trials);
    List<QuietLoop> quiet = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i += 2) {
      quiet.add(new QuietLoop(outcomes.get(i), outcomes.get(i + 1)));
    }
    return quiet;
  }

  private NoisePlot plot(double percent, List<LoopTrial> loops, List<QuietLoop> quiet) {
    List<List<NoiseCell>> cells = new ArrayList<>();
    for (int line = 0; line < loops.size(); line++) {
      List<NoiseCell> itsCells = new ArrayList<>();
      for (double skew : scope.noise().skews()) {
        Disturbance disturbance = scope.noise().disturbance(percent, skew);
        itsCells.add(
            new NoiseCell(
                loops.get(line).under(disturbance, scope.noise().periods()), quiet.get(line)));
      }
      cells.add(itsCells);
    }
    return new NoisePlot(scope.noise(), percent, cells);
  }

  /** Adds runs to cells until each is known well, or has as many as the user allows. */
  private void measure(List<NoiseCell> cells) {
    int runs = Math.min(scope.seeds(), scope.quick() ? QUICK : FEWEST);
    List<NoiseCell> open = cells;
    while (!open.isEmpty()) {
      addRuns(open, runs);
      open = open.stream().filter(cell -> !cell.isKnown() && cell.runs() < scope.seeds()).toList();
      runs = 1;
    }
  }

  private void addRuns(List<NoiseCell> cells, int runs) {
    List<LoopTrial> trials = new ArrayList<>();
    for (NoiseCell cell : cells) {
      for (int run = 0; run < runs; run++) {
        trials.add(cell.run(cell.runs() + run));
      }
    }
    List<Outcome> outcomes = outcomes(trials);
    for (int i = 0; i < outcomes.size(); i++) {
      cells.get(i / runs).add(outcomes.get(i));
    }
  }

  private List<Outcome> outcomes(List<LoopTrial> trials) {
    return laboratory.all(
        trials.stream()
            .map(trial -> new Task<>(trial.describe(), () -> LoopSimulation.run(trial)))
            .toList());
  }
}
