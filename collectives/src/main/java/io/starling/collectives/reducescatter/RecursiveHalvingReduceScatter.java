package io.starling.collectives.reducescatter;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Cube;

/**
 * In every round two ranks halve the data that they hold: log2(P) rounds. Neighbours begin, to keep
 * operands in rank order ({@link Cube}). Blocks are first permuted by the reversed bits of their
 * numbers, so that each rank ends with its own block.
 *
 * <pre>
 * 4 ranks    blocks copied as 0 2 1 3    ranks 0-1, 2-3 halve: 0 2 | 1 3    0-2, 1-3: 0 | 2, 1 | 3
 * </pre>
 */
public final class RecursiveHalvingReduceScatter implements Pattern {

  @Override
  public void write(Program program) {
    Cube cube = new Cube(program, 2);
    Blocks ranks = program.problem().data();
    Blocks packed = packed(cube, program.size(), ranks);
    Span data = program.data();
    Span work = program.scratch(packed.total());
    for (int point = 0; point < cube.points(); point++) {
      int from = cube.first(point);
      program.copy(
          data.blocks(ranks, from, end(cube, point, program.size())),
          work.block(packed, cube.blockOf(point)));
    }
    cube.foldPairs(work, work);
    if (!cube.isPoint()) {
      program.receive(cube.partner(), program.result());
      return;
    }
    cube.reduceScatter(work, work, packed);
    int first = cube.first(cube.index());
    long ofFirst = ranks.length(first);
    Span mine = work.block(packed, cube.blockOf(cube.index()));
    program.copy(mine.slice(0, ofFirst), program.result());
    if (cube.partner() >= 0) {
      program.send(cube.partner(), mine.slice(ofFirst, mine.length() - ofFirst));
    }
  }

  /** The places of the blocks of each point's ranks, in the order in which they are halved. */
  private static Blocks packed(Cube cube, int size, Blocks ranks) {
    long[] lengths = new long[cube.points()];
    long[] offsets = new long[cube.points()];
    for (int point = 0; point < lengths.length; point++) {
      for (int rank = cube.first(point); rank < end(cube, point, size); rank++) {
        lengths[cube.blockOf(point)] += ranks.length(rank);
      }
    }
    for (int block = 1; block < offsets.length; block++) {
      offsets[block] = offsets[block - 1] + lengths[block - 1];
    }
    return Blocks.of(offsets, lengths);
  }

  private static int end(Cube cube, int point, int size) {
    return point + 1 < cube.points() ? cube.first(point + 1) : size;
  }
}
