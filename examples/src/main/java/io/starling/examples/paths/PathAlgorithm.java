package io.starling.examples.paths;

import io.starling.examples.program.Progress;

/** Computes the distances of a graph whose rows are shared among the ranks. */
public interface PathAlgorithm {

  /** Runs on all ranks together. */
  void solve(Progress progress);

  /** The time for which this rank did nothing but wait for rows of others. */
  long communicationNanos();
}
