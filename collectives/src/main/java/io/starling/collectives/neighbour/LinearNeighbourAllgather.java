package io.starling.collectives.neighbour;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/** Every rank sends the same block to all its neighbours at once. */
public final class LinearNeighbourAllgather implements Pattern {

  @Override
  public void write(Program program) {
    new Edges(program).write(_ -> program.data());
  }
}
