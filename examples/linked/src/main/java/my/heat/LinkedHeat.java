package my.heat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;

/** Finds how warm a plate gets whose upper edge is heated; see the README. */
public final class LinkedHeat {

  private static final double TOLERANCE = 1e-5;
  private static final int STEPS_BETWEEN_CHECKS = 100;
  private static final int BAD_INPUT = 2;

  private LinkedHeat() {}

  /** The argument is the number of rows and columns. */
  public static void main(String[] arguments) {
    int exitCode;
    try (Communicator world = Starling.world()) {
      exitCode = run(world, size(arguments));
    }
    System.exit(exitCode);
  }

  private static int run(Communicator world, int size) {
    if (size >= world.size()) {
      solve(world, size);
      return 0;
    }
    if (world.rank() == 0) {
      System.err.println("usage: LinkedHeat SIZE, a number not below that of the ranks");
    }
    world.barrier();
    return BAD_INPUT;
  }

  private static int size(String[] arguments) {
    try {
      return arguments.length == 1 ? Integer.parseInt(arguments[0]) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static void solve(Communicator world, int size) {
    long start = System.nanoTime();
    PlateBlock block = new PlateBlock(world, size);
    int steps = 0;
    double change;
    do {
      for (int i = 0; i < STEPS_BETWEEN_CHECKS; i++) {
        block.step();
      }
      steps += STEPS_BETWEEN_CHECKS;
      change = largest(world, block.largestChange());
    } while (change > TOLERANCE);

    double[] sum = new double[1];
    double[] mine = {block.sum()};
    world.reduce(Buffer.of(mine), Buffer.of(sum), ReductionOperator.SUM, 0);
    if (world.rank() == 0) {
      System.out.printf(
          "%d x %d plate, %d ranks: %d steps, mean temperature %.6f, %.3f s%n",
          size,
          size,
          world.size(),
          steps,
          sum[0] / size / size,
          (System.nanoTime() - start) * 1e-9);
    }
  }

  /** The largest value of all ranks, on all ranks. */
  private static double largest(Communicator world, double value) {
    double[] largest = {value};
    world.reduce(
        world.rank() == 0 ? Buffer.IN_PLACE : Buffer.of(largest),
        world.rank() == 0 ? Buffer.of(largest) : Buffer.EMPTY,
        ReductionOperator.MAX,
        0);
    world.broadcast(Buffer.of(largest), 0);
    return largest[0];
  }
}
