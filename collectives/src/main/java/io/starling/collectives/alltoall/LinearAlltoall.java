package io.starling.collectives.alltoall;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Every rank exchanges with as many others at a time as the receive window allows, in the order of
 * {@link Exchanges}.
 */
public final class LinearAlltoall implements Pattern {

  @Override
  public void write(Program program) {
    new Exchanges(program, program.receiveWindow()).write();
  }
}
