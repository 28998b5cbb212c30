package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.study.LoopTrial.Outcome;

/**
 * A loop without noise of any length, from two short ones: after a few collectives each takes as
 * long as the one before it, or with rotating roots as that on the node before.
 */
record QuietLoop(Outcome shorter, Outcome longer) {

  /** More than the 16 messages of 4 MiB that a shelf keeps: the first ones only fill it. */
  private static final int FEW = 24;

  /** How many collectives the shorter of both has; the longer has twice as many. */
  static int length(LoopTrial trial) {
    return trial.looping().root() == Looping.Root.FIXED
        ? FEW
        : Math.min(trial.ranks(), trial.machine().ranksPerNode());
  }

  /** How long a collective takes in a loop of some, in seconds. */
  double seconds(int collectives) {
    double first = shorter.seconds() * shorter.collectives();
    return (first + steady() * (collectives - shorter.collectives())) / collectives;
  }

  /** How long a collective takes after the first ones. */
  double steady() {
    double whole = longer.seconds() * longer.collectives();
    return (whole - shorter.seconds() * shorter.collectives())
        / (longer.collectives() - shorter.collectives());
  }
}
