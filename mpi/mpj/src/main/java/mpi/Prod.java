package mpi;

import io.starling.mpi.PredefinedOperator;

/** The product. */
public class Prod extends Op {

  Prod() {
    super(PredefinedOperator.PROD, null);
  }
}
