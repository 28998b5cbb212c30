package io.starling.examples;

import io.starling.collectives.Communicator;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Kill;
import io.starling.examples.program.Launch;
import io.starling.examples.program.RankProgram;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Pi, round by round, although ranks are lost on the way: those that are left agree on whether a
 * round is complete, and share it anew where it is not.
 */
@Command(
    name = "Survive",
    description = "Computes pi in rounds; a rank kills itself, and the others go on.",
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  starling run -n 4 --on-failure return io.starling.examples.Survive --kill 2"
    })
public final class Survive implements RankProgram {

  private static final int NONE = -1;

  @Option(
      names = "--intervals",
      paramLabel = "N",
      defaultValue = "100000000",
      description = "into how many intervals 0 to 1 is cut (${DEFAULT-VALUE})")
  private long intervals;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
      description = "in how many rounds they are summed (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--kill",
      paramLabel = "RANK",
      defaultValue = "" + NONE,
      description = "the rank that kills itself in the middle; none if there is no such rank")
  private int victim;

  private Survive() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(Launch.run(new Survive(), arguments));
  }

  @Override
  public int run(Communicator world) throws BadInputException {
    if (intervals < 1 || rounds < 1) {
      throw new BadInputException("--intervals and --rounds must be at least 1");
    }
    Communicator living = world;
    double sum = 0;
    int round = 0;
    while (round < rounds) {
      if (world.rank() == victim && round == rounds / 2) {
        Kill.self();
      }
      double[] part = {share(round, rounds, living.rank(), living.size(), intervals)};
      double[] all = new double[1];
      if (isComplete(living, add(living, part, all))) {
        sum += all[0];
        round++;
      } else {
        living.revoke();
        living = living.shrink();
        if (living.rank() == 0) {
          System.out.printf("round %d again, with %d ranks%n", round, living.size());
        }
      }
    }
    if (living.rank() == 0) {
      System.out.printf(
          "pi is about %.15f, error %.1e, %d of %d ranks are left%n",
          sum, Math.abs(sum - Math.PI), living.size(), world.size());
    }
    if (living != world) {
      living.close();
    }
    return 0;
  }

  private static boolean add(Communicator living, double[] part, double[] all) {
    try {
      living.allreduce(Buffer.of(part), Buffer.of(all), ReductionOperator.SUM);
      return true;
    } catch (RankFailedException | CommunicatorRevokedException e) {
      return false;
    }
  }

  /** A sum may be complete at some ranks and not at others; all go on in the same way. */
  private static boolean isComplete(Communicator living, boolean here) {
    try {
      return living.agree(here ? 1 : 0) == 1;
    } catch (RankFailedException e) {
      return false;
    }
  }

  /** A rank's share of a round's part of the integral. */
  static double share(int round, int rounds, int rank, int size, long intervals) {
    double width = 1.0 / intervals;
    double sum = 0;
    for (long i = round + (long) rank * rounds; i < intervals; i += (long) size * rounds) {
      double middle = (i + 0.5) * width;
      sum += 4 / (1 + middle * middle);
    }
    return sum * width;
  }
}
