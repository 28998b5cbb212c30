package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.runtime.ReductionOperator;
import java.util.List;

/** Makes the cases of each kind of collective: what ranks pass and what must come of it. */
final class CollectiveCases {

  private CollectiveCases() {}

  /** All cases of a kind; {@code root} where it has one. */
  static List<CollectiveCase> of(
      Communicator world, int count, CollectiveKind kind, int root, ReductionOperator operator) {
    return kind.folds()
        ? new ReductionCases(world, count).of(kind, root, operator)
        : new MovementCases(world, count).of(kind, root);
  }
}
