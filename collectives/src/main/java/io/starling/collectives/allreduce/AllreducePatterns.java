package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/** Ways to fold the data of all ranks into a result for all. */
public final class AllreducePatterns {

  private AllreducePatterns() {}

  /**
   * In round k the ranks that differ in bit k exchange and fold all they have. Ranks beyond the
   * largest power of two hand their data to a neighbour first and get the result from it. Operands
   * stay in the order of ranks: each rank's partial result is of a run of neighbours.
   *
   * <pre>
   * round 0   0-1 2-3 4-5 6-7      round 1   0-2 1-3 4-6 5-7      round 2   0-4 1-5 2-6 3-7
   * </pre>
   */
  public static void recursiveDoubling(Program program) {
    int rank = program.rank();
    int power = Integer.highestOneBit(program.size());
    int extra = program.size() - power;
    Span own = program.data();
    Span result = program.result();
    // The first 2 * extra ranks pair up, so that runs of neighbours stay together.
    if (rank < 2 * extra && rank % 2 == 1) {
      program.send(rank - 1, own);
      program.receive(rank - 1, result);
      return;
    }
    if (rank < 2 * extra) {
      program.receiveAndFold(rank + 1, own, result);
      own = result;
    }
    int index = rank < 2 * extra ? rank / 2 : rank - extra;
    for (int bit = 1; bit < power; bit *= 2) {
      int other = index ^ bit;
      int peer = other < extra ? 2 * other : other + extra;
      program.send(peer, own);
      if (peer < rank) {
        program.receiveAndFoldBefore(peer, own, result);
      } else {
        program.receiveAndFold(peer, own, result);
      }
      own = result;
    }
    if (power == 1 && extra == 0) {
      program.copy(own, result);
    }
    if (rank < 2 * extra) {
      program.send(rank + 1, result);
    }
  }

  /**
   * Round a ring, first folding blocks, then handing them on (Patarasuk and Yuan, 2009). Each rank
   * sends each byte at most twice, whatever the number of ranks.
   *
   * <pre>
   * P - 1 rounds   receive a block from the left, fold it, send it to the right
   * P - 1 rounds   receive a folded block from the left, send it to the right
   * </pre>
   */
  public static void ring(Program program) {
    int rank = program.rank();
    int size = program.size();
    int left = (rank + size - 1) % size;
    int right = (rank + 1) % size;
    Span data = program.data();
    Span result = program.result();
    Blocks blocks = Blocks.split(data.length(), program.problem().elementBytes(), size);
    if (size == 1) {
      program.copy(data, result);
      return;
    }
    program.send(right, data.block(blocks, rank));
    for (int round = 1; round < size; round++) {
      int block = (rank + size - round) % size;
      program.receiveAndFold(left, data.block(blocks, block), result.block(blocks, block));
      program.send(right, result.block(blocks, block));
    }
    for (int round = 0; round < size - 1; round++) {
      int block = (rank + size - round) % size;
      program.receive(left, result.block(blocks, block));
      if (round < size - 2) {
        program.send(right, result.block(blocks, block));
      }
    }
  }
}
