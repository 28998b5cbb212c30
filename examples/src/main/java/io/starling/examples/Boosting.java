package io.starling.examples;

import io.starling.collectives.Communicator;
import io.starling.examples.boosting.BoostedTrees;
import io.starling.examples.boosting.Rows;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Launch;
import io.starling.examples.program.RankProgram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Trains gradient boosted trees on rows that the ranks share. */
@Command(
    name = "Boosting",
    description = {
      "Trains gradient boosted trees on a generated table whose rows the ranks share.",
      "Prints the error of the model, the time of a tree, and which share of it was communication."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  starling run -n 4 io.starling.examples.Boosting",
      "  starling run --host node[1-8]:1 --rank-by locality --rank-for reduce-scatter=ring \\",
      "    io.starling.examples.Boosting --features 128",
      "",
      "Exit code: 0, or 2 if the options cannot be used."
    })
public final class Boosting implements RankProgram {

  private static final int MOST_BINS = 256;
  private static final int MOST_DEPTH = 10;
  private static final int LINES = 5;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "rows of the table (${DEFAULT-VALUE})")
  private int rows;

  @Option(
      names = "--features",
      paramLabel = "N",
      defaultValue = "32",
      description = "features of a row (${DEFAULT-VALUE})")
  private int features;

  @Option(
      names = "--bins",
      paramLabel = "N",
      defaultValue = "256",
      description = "bins of a feature, 2 to 256 (${DEFAULT-VALUE})")
  private int bins;

  @Option(
      names = "--trees",
      paramLabel = "N",
      defaultValue = "20",
      description = "how many trees (${DEFAULT-VALUE})")
  private int trees;

  @Option(
      names = "--depth",
      paramLabel = "N",
      defaultValue = "5",
      description = "levels of a tree, 1 to 10 (${DEFAULT-VALUE})")
  private int depth;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "the seed of the table (${DEFAULT-VALUE})")
  private long seed;

  private Boosting() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(Launch.run(new Boosting(), arguments));
  }

  @Override
  public int run(Communicator world) throws BadInputException {
    check("--rows", rows, Integer.MAX_VALUE);
    check("--features", features, Short.MAX_VALUE);
    check("--trees", trees, Integer.MAX_VALUE);
    check("--depth", depth, MOST_DEPTH);
    if (bins < 2 || bins > MOST_BINS) {
      throw new BadInputException("--bins must be 2 to 256, not " + bins);
    }
    long first = (long) rows * world.rank() / world.size();
    int count = (int) ((long) rows * (world.rank() + 1) / world.size() - first);
    BoostedTrees model =
        new BoostedTrees(world, Rows.generate(seed, first, count, features, bins), bins, depth);
    print(world, "%4d trees: error %.4f%n", 0, model.error());
    world.barrier();
    double before = model.communicationSeconds();
    long start = System.nanoTime();
    for (int tree = 1; tree <= trees; tree++) {
      model.addTree();
      if (tree % Math.max(1, trees / LINES) == 0 || tree == trees) {
        print(world, "%4d trees: error %.4f%n", tree, model.error());
      }
    }
    world.barrier();
    double seconds = (System.nanoTime() - start) * 1e-9;
    print(
        world,
        "%d ranks: %.1f ms a tree, %.0f %% of it communication, %.2f MiB of histograms a tree%n",
        world.size(),
        1e3 * seconds / trees,
        100 * (model.communicationSeconds() - before) / seconds,
        (double) model.histogramBytes() / trees / (1 << 20));
    return 0;
  }

  private static void check(String option, int value, int most) throws BadInputException {
    if (value < 1 || value > most) {
      throw new BadInputException("%s must be 1 to %d, not %d".formatted(option, most, value));
    }
  }

  private static void print(Communicator world, String format, Object... values) {
    if (world.rank() == 0) {
      System.out.printf(format, values);
    }
  }
}
