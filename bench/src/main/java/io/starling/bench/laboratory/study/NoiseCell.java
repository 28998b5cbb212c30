package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Estimate;
import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import java.util.ArrayList;
import java.util.List;

/** The slowdown of one implementation at one skew: runs are added until it is known well. */
final class NoiseCell {

  /** Half of a confidence interval that is small enough, in points of percent. */
  static final double ENOUGH = 3;

  private final LoopTrial trial;
  private final QuietLoop quiet;
  private final List<Double> slowdowns = new ArrayList<>();

  /** A cell whose first run is this trial. */
  NoiseCell(LoopTrial trial, QuietLoop quiet) {
    this.trial = trial;
    this.quiet = quiet;
  }

  /** The trial of a run, from 0; each has a seed of its own. */
  LoopTrial run(int number) {
    return trial.withSeed(trial.seed() + number);
  }

  void add(Outcome outcome) {
    slowdowns.add((outcome.seconds() / quiet.seconds(outcome.collectives()) - 1) * 100);
  }

  int runs() {
    return slowdowns.size();
  }

  /** In percent; a single run has no margin. */
  Estimate slowdown() {
    return Estimate.of(slowdowns.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** Whether the confidence interval is small enough. */
  boolean isKnown() {
    return slowdown().margin() < ENOUGH;
  }

  LoopTrial trial() {
    return trial;
  }

  QuietLoop quiet() {
    return quiet;
  }
}
