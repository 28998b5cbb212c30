package my.pi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.ReductionOperator;

/** Adds up the area below 4 / (1 + x x) between 0 and 1, which is pi; see the README. */
public final class Pi {

  private static final long STRIPS = 10_000_000;
  private static final int BAD_INPUT = 2;

  private Pi() {}

  /** The argument, which rank 0 reads, is the number of strips that the area is cut into. */
  public static void main(String[] arguments) {
    boolean right;
    try (Communicator world = Starling.world()) {
      // Rank 0 alone knows its arguments: the others hear of them.
      long[] strips = {world.rank() == 0 ? strips(arguments) : 0};
      world.broadcast(strips, 0);
      right = strips[0] > 0;
      if (right) {
        compute(world, strips[0]);
      } else if (world.rank() == 0) {
        System.err.println("usage: pi [STRIPS]");
      }
    }
    System.exit(right ? 0 : BAD_INPUT);
  }

  private static long strips(String[] arguments) {
    try {
      return arguments.length == 0 ? STRIPS : Long.parseLong(arguments[0]);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static void compute(Communicator world, long strips) {
    double mine = area(world.rank(), world.size(), strips);
    double pi = world.allreduce(mine, ReductionOperator.SUM);
    if (world.rank() == 0) {
      System.out.printf("pi is %.9f, by %d ranks%n", pi, world.size());
    }
  }

  /** Of every size-th strip. */
  private static double area(int rank, int size, long strips) {
    double width = 1.0 / strips;
    double heights = 0;
    for (long i = rank; i < strips; i += size) {
      double x = (i + 0.5) * width;
      heights += 4 / (1 + x * x);
    }
    return heights * width;
  }
}
