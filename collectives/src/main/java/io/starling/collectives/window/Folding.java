package io.starling.collectives.window;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.OperatorFold;
import io.starling.runtime.reduction.Fold;

/** Finds how an operator folds elements of a type at a target; keeps the last answer. */
final class Folding {

  private final Engine engine;
  private ReductionOperator operator;
  private MappedDatatype type;
  private Fold fold;

  Folding(Engine engine) {
    this.engine = engine;
  }

  /** The fold of packed elements; null if the operator folds none of their type. */
  Fold of(ReductionOperator itsOperator, MappedDatatype itsType) {
    if (operator != itsOperator || type != itsType) {
      fold = find(itsOperator, itsType);
      operator = itsOperator;
      type = itsType;
    }
    return fold;
  }

  private Fold find(ReductionOperator itsOperator, MappedDatatype itsType) {
    if (itsOperator.supports(itsType)) {
      return OperatorFold.of(engine, itsOperator, itsType);
    }
    BasicDatatype basic = itsType.signature().basic();
    return basic != null && itsOperator.supports(basic)
        ? OperatorFold.of(engine, itsOperator, basic)
        : null;
  }
}
