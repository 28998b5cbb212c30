package my.spread;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.ReductionOperator;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/** The mean and the spread of random numbers that are shared out over the ranks. */
public final class Spread {

  private static final int NUMBERS_OF_RANK = 100_000;

  private Spread() {}

  /** Needs no arguments. */
  public static void main(String[] arguments) {
    try (Communicator world = Starling.world()) {
      double[] numbers =
          new SplittableRandom(world.rank()).doubles(NUMBERS_OF_RANK, 0, 12).toArray();
      double count = world.allreduce((double) numbers.length, ReductionOperator.SUM);
      double sum = world.allreduce(DoubleStream.of(numbers).sum(), ReductionOperator.SUM);
      double mean = sum / count;
      double mine = DoubleStream.of(numbers).map(x -> (x - mean) * (x - mean)).sum();
      double squares = world.allreduce(mine, ReductionOperator.SUM);
      if (world.rank() == 0) {
        System.out.printf(
            "%.0f numbers of %d ranks: mean %.2f, spread %.2f%n",
            count, world.size(), mean, Math.sqrt(squares / count));
      }
    }
  }
}
