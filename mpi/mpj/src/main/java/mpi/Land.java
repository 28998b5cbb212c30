package mpi;

import io.starling.mpi.PredefinedOperator;

/** Whether both are true. */
public class Land extends Op {

  Land() {
    super(PredefinedOperator.LAND, null);
  }
}
