package mpi;

import io.starling.mpi.PredefinedOperator;

/** The bits that are set in both. */
public class Band extends Op {

  Band() {
    super(PredefinedOperator.BAND, null);
  }
}
