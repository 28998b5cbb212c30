package io.starling.collectives.allgather;

import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * In round k the ranks that differ in bit k exchange all that they have. If the number of ranks is
 * not a power of two, the first ranks form pairs: one rank of a pair passes its block to the other,
 * and gets all blocks at the end.
 *
 * <pre>
 * round 0   0-1 2-3 4-5 6-7      round 1   0-2 1-3 4-6 5-7      round 2   0-4 1-5 2-6 3-7
 *           1 block                        2 blocks                       4 blocks
 * </pre>
 */
public final class RecursiveDoublingAllgather implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    int power = Integer.highestOneBit(size);
    int pairs = size - power;
    Circle blocks = Circle.ofResult(program);
    boolean inPair = rank < 2 * pairs;
    program.copy(program.data(), blocks.block(rank));
    if (inPair && rank % 2 == 1) {
      blocks.send(rank - 1, rank, 1);
      blocks.receive(rank - 1, rank + 1, size - 1);
      return;
    }
    if (inPair) {
      blocks.receive(rank + 1, rank + 1, 1);
    }
    int index = inPair ? rank / 2 : rank - pairs;
    for (int bit = 1; bit < power; bit *= 2) {
      int peer = first(index ^ bit, pairs);
      int mine = index & -bit;
      int theirs = mine ^ bit;
      int from = first(mine, pairs);
      blocks.send(peer, from, first(mine + bit, pairs) - from);
      from = first(theirs, pairs);
      blocks.receive(peer, from, first(theirs + bit, pairs) - from);
    }
    if (inPair) {
      blocks.send(rank + 1, rank + 2, size - 1);
    }
  }

  /** The first rank of a pair, or a single rank. */
  private static int first(int index, int pairs) {
    return index < pairs ? 2 * index : index + pairs;
  }
}
