package io.starling.runtime.reduction;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;

/** A {@link ReductionOperator} as the engine sees it: its folds. */
public non-sealed interface FoldingOperator extends ReductionOperator {

  /** The implementation of an operator. */
  static FoldingOperator of(ReductionOperator operator) {
    return (FoldingOperator) operator;
  }

  /**
   * The fold for elements of a type.
   *
   * @throws IllegalArgumentException if MPI does not define this operator on this type; the message
   *     names both
   */
  Fold fold(Datatype type);
}
