package io.starling.collectives.allgather;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Every rank sends its block directly to all others, to as many at a time as the receive window
 * allows. It is one step, and no rank forwards data.
 */
public final class LinearAllgather implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    for (int distance = 1; distance < size; distance++) {
      program.nextTurn(program.receiveWindow());
      int from = (rank + size - distance) % size;
      program.send((rank + distance) % size, program.data());
      program.receive(from, program.result(from));
    }
    program.copy(program.data(), program.result(rank));
  }
}
