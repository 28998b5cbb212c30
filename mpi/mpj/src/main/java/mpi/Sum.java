package mpi;

import io.starling.mpi.PredefinedOperator;

/** The sum. */
public class Sum extends Op {

  Sum() {
    super(PredefinedOperator.SUM, null);
  }
}
