package io.starling.collectives.phase;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/** Rounds in which every rank sends a block to the right and receives one from the left. */
public final class Rings {

  private Rings() {}

  /** Every rank gets the fold of the block with its number. */
  public static void reduceScatter(Program program, Span own, Span into, Blocks blocks) {
    int size = program.size();
    program.send(right(program), own.block(blocks, before(program, 1)));
    for (int round = 1; round < size; round++) {
      int block = before(program, round + 1);
      program.receiveAndFold(left(program), own.block(blocks, block), into.block(blocks, block));
      if (round < size - 1) {
        program.send(right(program), into.block(blocks, block));
      }
    }
  }

  /** Every rank has the block with its number and gets all blocks. */
  public static void allgather(Program program, Span span, Blocks blocks) {
    for (int round = 0; round < program.size() - 1; round++) {
      program.send(right(program), span.block(blocks, before(program, round)));
      program.receive(left(program), span.block(blocks, before(program, round + 1)));
    }
  }

  public static int left(Program program) {
    return before(program, 1);
  }

  public static int right(Program program) {
    return (program.rank() + 1) % program.size();
  }

  /** The rank at a number of places to the left; at most twice round the ring. */
  public static int before(Program program, int places) {
    return (program.rank() + 2 * program.size() - places) % program.size();
  }
}
