package io.starling.collectives.alltoall;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/** Every rank exchanges with one other at a time, in the order of {@link Exchanges}. */
public final class PairwiseAlltoall implements Pattern {

  @Override
  public void write(Program program) {
    new Exchanges(program, 1).write();
  }
}
