package io.starling.collectives.reduce;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Cube;

/**
 * A reduce-scatter by halving, then a gather of the blocks at the root (Rabenseifner, 2004): each
 * rank sends less than 1.5 times the message, in 2 log2(P) rounds. Operands stay in order.
 *
 * <pre>
 * 4 ranks, root 0    halve 0-1 2-3, 0-2 1-3      gather 2>0 3>1, 1>0
 * </pre>
 */
public final class CubeReduce implements Pattern {

  @Override
  public void write(Program program) {
    int root = program.problem().root();
    boolean isRoot = program.rank() == root;
    Cube cube = new Cube(program, 2, root);
    Span own = program.data();
    if (!cube.isPoint()) {
      cube.foldPairs(own, own);
      return;
    }
    Span work = isRoot ? program.result() : program.scratch(own.length());
    Blocks blocks = Blocks.split(own.length(), program.problem().elementBytes(), cube.points());
    Span mine = cube.reduceScatter(cube.foldPairs(own, work), work, blocks);
    if (isRoot) {
      program.copy(mine, work);
    }
    cube.gather(work, blocks, root);
  }
}
