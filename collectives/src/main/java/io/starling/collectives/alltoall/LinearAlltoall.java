package io.starling.collectives.alltoall;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Every rank exchanges with {@value #PEERS_AT_ONCE} others at a time, in the order of {@link
 * Exchanges}.
 */
public final class LinearAlltoall implements Pattern {

  private static final int PEERS_AT_ONCE = 8;

  @Override
  public void write(Program program) {
    new Exchanges(program, PEERS_AT_ONCE).write();
  }
}
