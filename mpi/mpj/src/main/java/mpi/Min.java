package mpi;

import io.starling.mpi.PredefinedOperator;

/** The lesser. */
public class Min extends Op {

  Min() {
    super(PredefinedOperator.MIN, null);
  }
}
