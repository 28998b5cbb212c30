package io.starling.collectives.allreduce;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import io.starling.collectives.phase.Cube;
import java.util.function.ToIntFunction;

/**
 * A reduce-scatter along the edges of a cube, and an allgather back. With two ranks per edge it is
 * halving and doubling (Rabenseifner, 2004), with B ranks BCube (Guo et al., 2009). Each rank sends
 * each byte at most twice, in few rounds. Operands stay in order.
 *
 * <pre>
 * 4 ranks, radix 2, parts abcd: capitals are folds of all, dots are parts not held
 *          halve 0-1 2-3    halve 0-2 1-3    double 0-2 1-3    double 0-1 2-3
 * rank 0   ab..             A...             AB..              ABCD
 * rank 1   ..cd             ..C.             ..CD              ABCD
 * rank 2   ab..             .B..             AB..              ABCD
 * rank 3   ..cd             ...D             ..CD              ABCD
 * </pre>
 */
public final class CubeAllreduce implements Allreduce {

  private final ToIntFunction<Program> radix;

  private CubeAllreduce(ToIntFunction<Program> radix) {
    this.radix = radix;
  }

  /** Halving and doubling, with radix 2. */
  public static CubeAllreduce halvingDoubling() {
    return new CubeAllreduce(program -> 2);
  }

  /** With the radix parameter. */
  public static CubeAllreduce bcube() {
    return new CubeAllreduce(Program::radix);
  }

  @Override
  public void allreduce(Program program, Span own, Span result) {
    Cube cube = new Cube(program, radix.applyAsInt(program));
    Blocks blocks = Blocks.split(own.length(), program.problem().elementBytes(), cube.points());
    Span mine = cube.foldPairs(own, result);
    if (cube.isPoint()) {
      program.copy(cube.reduceScatter(mine, result, blocks), result);
      cube.allgather(result, blocks);
    }
    cube.share(result);
  }
}
