package mpi;

import io.starling.mpi.PredefinedOperator;

/** Whether exactly one is true. */
public class Lxor extends Op {

  Lxor() {
    super(PredefinedOperator.LXOR, null);
  }
}
