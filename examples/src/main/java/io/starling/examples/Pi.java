package io.starling.examples;

import io.starling.collectives.Communicator;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Launch;
import io.starling.examples.program.RankProgram;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Pi as the integral of 4 / (1 + x²) from 0 to 1: every rank sums its share, a reduce adds the
 * shares.
 */
@Command(
    name = "Pi",
    description = "Computes pi by the midpoint rule; prints value, error and time.",
    sortOptions = false,
    footer = {"", "Example:", "  starling run -n 4 io.starling.examples.Pi --intervals 1000000000"})
public final class Pi implements RankProgram {

  @Option(
      names = "--intervals",
      paramLabel = "N",
      defaultValue = "100000000",
      description = "into how many intervals 0 to 1 is cut (${DEFAULT-VALUE})")
  private long intervals;

  private Pi() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(Launch.run(new Pi(), arguments));
  }

  @Override
  public int run(Communicator world) throws BadInputException {
    if (intervals < 1) {
      throw new BadInputException("--intervals must be at least 1, not " + intervals);
    }
    world.barrier();
    long start = System.nanoTime();
    double[] share = {integrate(world.rank(), world.size(), intervals)};
    double[] sum = new double[1];
    world.reduce(Buffer.of(share), Buffer.of(sum), ReductionOperator.SUM, 0);
    if (world.rank() == 0) {
      System.out.printf(
          "pi is about %.15f, error %.1e, %d ranks, %.3f s%n",
          sum[0], Math.abs(sum[0] - Math.PI), world.size(), (System.nanoTime() - start) * 1e-9);
    }
    return 0;
  }

  /**
   * The part of the integral that lies in the intervals {@code rank}, {@code rank + size}, and so
   * on.
   */
  static double integrate(int rank, int size, long intervals) {
    double width = 1.0 / intervals;
    double sum = 0;
    for (long i = rank; i < intervals; i += size) {
      double middle = (i + 0.5) * width;
      sum += 4 / (1 + middle * middle);
    }
    return sum * width;
  }
}
