package io.starling.collectives.neighbour;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/** Every rank sends a block to each of its neighbours, at once. */
public final class LinearNeighbourAlltoall implements Pattern {

  @Override
  public void write(Program program) {
    new Edges(program).write(program::data);
  }
}
