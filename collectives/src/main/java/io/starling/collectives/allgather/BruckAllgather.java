package io.starling.collectives.allgather;

import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Doubles the blocks that a rank has in every round, for any number of ranks (Bruck and others,
 * 1997). Blocks are received at their final place, so no rotation is needed at the end.
 *
 * <pre>
 * before round k, rank r has blocks r to r + 2^k - 1; it sends them to rank r - 2^k
 *
 * round 0   0 has 0       round 1   0 has 0 1     round 2   0 has 0 1 2 3     then   0 1 2 3 4
 * </pre>
 */
public final class BruckAllgather implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    Circle blocks = Circle.ofResult(program);
    program.copy(program.data(), blocks.block(rank));
    for (int have = 1; have < size; have *= 2) {
      int count = Math.min(have, size - have);
      blocks.send((rank + size - have) % size, rank, count);
      blocks.receive((rank + have) % size, rank + have, count);
    }
  }
}
