package io.starling.bench.order;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.Objective;

/** An algorithm of which the paper has a formula. */
record FormulaGoal(Objective objective) implements Goal {

  @Override
  public CommunicationPattern pattern(int ranks) {
    return objective.pattern(ranks);
  }

  @Override
  public String describe() {
    return objective.describe();
  }
}
