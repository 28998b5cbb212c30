package mpi;

import io.starling.mpi.PredefinedOperator;

/** The bits that are set in one. */
public class Bor extends Op {

  Bor() {
    super(PredefinedOperator.BOR, null);
  }
}
