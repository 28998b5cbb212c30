package io.starling.collectives.window;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;

/**
 * The operators that only accumulates have (MPI 4.1, section 12.3.4), which know them by sight.
 * They fold nothing, so collectives refuse them on all types.
 */
public final class AccumulateOperator implements FoldingOperator {

  /** MPI_REPLACE. */
  public static final ReductionOperator REPLACE = new AccumulateOperator("replace");

  /** MPI_NO_OP. */
  public static final ReductionOperator NO_OPERATION = new AccumulateOperator("no operation");

  private final String name;

  private AccumulateOperator(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean commutative() {
    return false;
  }

  @Override
  public boolean supports(Datatype type) {
    return false;
  }

  @Override
  public Fold fold(Datatype type) {
    throw new IllegalArgumentException(
        "The operator %s is for accumulates of windows only".formatted(name));
  }

  @Override
  public String toString() {
    return name;
  }
}
