package mpi;

import io.starling.mpi.PredefinedOperator;

/** The bits that are set in exactly one. */
public class Bxor extends Op {

  Bxor() {
    super(PredefinedOperator.BXOR, null);
  }
}
