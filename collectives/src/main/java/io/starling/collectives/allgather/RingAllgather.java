package io.starling.collectives.allgather;

import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Blocks travel round a ring: each rank passes on to the right what it receives from the left.
 * Every rank sends each byte once, to its neighbour.
 *
 * <pre>
 * P - 1 rounds   receive a block from the left, send it to the right, segment by segment
 * </pre>
 */
public final class RingAllgather implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    Circle blocks = Circle.ofResult(program);
    if (size > 1) {
      program.send((rank + 1) % size, program.data());
    }
    for (int round = 1; round < size; round++) {
      program.receive((rank + size - 1) % size, blocks.block(rank - round));
      if (round < size - 1) {
        program.send((rank + 1) % size, blocks.block(rank - round));
      }
    }
    program.copy(program.data(), blocks.block(rank));
  }
}
