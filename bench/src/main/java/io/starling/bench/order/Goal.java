package io.starling.bench.order;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.Objective;

/** What shall cost little, as {@code --for} says. */
sealed interface Goal permits AlgorithmGoal, FormulaGoal {

  /**
   * Reads a specification: one of the paper's formulas, or any registered algorithm.
   *
   * @throws IllegalArgumentException if it is wrong; the message says what there is
   */
  static Goal parse(String text) {
    return AlgorithmGoal.isOne(text)
        ? AlgorithmGoal.parse(text)
        : new FormulaGoal(Objective.parse(text));
  }

  /**
   * What the ranks send.
   *
   * @throws IllegalArgumentException if there is no such pattern of so many ranks
   */
  CommunicationPattern pattern(int ranks);

  /** For people. */
  String describe();
}
