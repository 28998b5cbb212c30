package mpi;

import io.starling.mpi.PredefinedOperator;

/** The greater. */
public class Max extends Op {

  Max() {
    super(PredefinedOperator.MAX, null);
  }
}
