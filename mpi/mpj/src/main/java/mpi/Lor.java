package mpi;

import io.starling.mpi.PredefinedOperator;

/** Whether one is true. */
public class Lor extends Op {

  Lor() {
    super(PredefinedOperator.LOR, null);
  }
}
