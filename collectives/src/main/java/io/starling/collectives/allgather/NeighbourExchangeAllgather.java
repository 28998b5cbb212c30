package io.starling.collectives.allgather;

import io.starling.collectives.exchange.Circle;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;

/**
 * Pairs of neighbours exchange the two blocks that they received last, alternating between both
 * sides (Chen and others, 2005): half as many rounds as a ring. An odd number of ranks uses the
 * ring.
 *
 * <pre>
 * round 0   0-1 2-3 4-5    own block      round 1   1-2 3-4 5-0    two      round 2   0-1 2-3 4-5 ...
 * </pre>
 */
public final class NeighbourExchangeAllgather implements Pattern {

  private static final Pattern RING = new RingAllgather();

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    if (size % 2 == 1) {
      RING.write(program);
      return;
    }
    // Even ranks begin to the right, odd ones to the left; each then alternates.
    int step = rank % 2 == 0 ? 1 : -1;
    int[] peers = {Math.floorMod(rank + step, size), Math.floorMod(rank - step, size)};
    Circle blocks = Circle.ofResult(program);
    program.copy(program.data(), blocks.block(rank));
    blocks.send(peers[0], rank, 1);
    blocks.receive(peers[0], peers[0], 1);
    int last = rank - rank % 2;
    int[] from = {last, last};
    for (int round = 1; round < size / 2; round++) {
      int side = round % 2;
      from[side] += side == 1 ? -2 * step : 2 * step;
      blocks.send(peers[side], last, 2);
      blocks.receive(peers[side], from[side], 2);
      last = from[side];
    }
  }
}
