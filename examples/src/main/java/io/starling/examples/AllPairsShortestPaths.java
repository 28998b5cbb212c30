package io.starling.examples;

import io.starling.collectives.Communicator;
import io.starling.examples.paths.DeviceFloydWarshall;
import io.starling.examples.paths.DistributedFloydWarshall;
import io.starling.examples.paths.FloydWarshall;
import io.starling.examples.paths.Graph;
import io.starling.examples.paths.GraphExchange;
import io.starling.examples.paths.GraphFile;
import io.starling.examples.paths.PathAlgorithm;
import io.starling.examples.paths.RandomGraph;
import io.starling.examples.paths.RowBlocks;
import io.starling.examples.paths.Verification;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Launch;
import io.starling.examples.program.Progress;
import io.starling.examples.program.RankProgram;
import io.starling.examples.program.Together;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The paper's ASP (ADAPT, section 5.3): the distances between all pairs of nodes of a graph. */
@Command(
    name = "AllPairsShortestPaths",
    description = {
      "Computes the shortest paths between all pairs of nodes by the parallel algorithm of Floyd"
          + " and Warshall.",
      "Prints how long it took and which share of it was communication."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples (ASP stands for io.starling.examples.AllPairsShortestPaths):",
      "  starling run -n 4 ASP examples/graphs/us-states.gr --verify",
      "  starling run -n 8 ASP --generate 4096 --seed 7",
      "  starling run -n 2 ASP --generate 16384 --device gpu",
      "",
      "Exit code: 0, or 1 if --verify finds a difference, or 2 if the input or a GPU cannot be"
          + " used."
    })
public final class AllPairsShortestPaths implements RankProgram {

  /** Where the graph comes from: exactly one of the two. */
  private static final class Input {
    @Parameters(
        paramLabel = "FILE",
        description = {
          "the graph, in the DIMACS shortest-path format (.gr) or in Matrix Market's coordinate"
              + " format;",
          "only rank 0 reads it; a name that ends in .gz is unpacked"
        })
    private Path file;

    @Option(
        names = "--generate",
        paramLabel = "N",
        description = "a random graph of N nodes and 8 N arcs")
    private Integer nodes;
  }

  @ArgGroup(multiplicity = "1")
  private Input input;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "the random graph's seed (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "weights are whole numbers; others are multiplied by this and rounded")
  private double scale;

  @Option(names = "--verify", description = "compare with the sequential algorithm, on rank 0")
  private boolean verify;

  @Option(
      names = "--algorithm",
      paramLabel = "SPECIFICATION",
      description = "such as broadcast=binomial,segment=32K; see starling algorithms")
  private String algorithm;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      defaultValue = "cpu",
      description = {
        "cpu, or gpu: the rows lie in the memory of each rank's GPU, are shortened there, and are"
            + " broadcast from and to there (${DEFAULT-VALUE});",
        "communication is then what broadcasts took longer than the GPU's work"
      })
  private Device device;

  private enum Device {
    CPU,
    GPU
  }

  /** What was measured, in seconds. */
  private record Times(double total, double communication) {}

  private AllPairsShortestPaths() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(Launch.run(new AllPairsShortestPaths(), arguments));
  }

  @Override
  public int run(Communicator world) throws BadInputException {
    Communicator chosen = choose(world);
    Graph graph =
        input.file == null
            ? generate(world.size())
            : GraphExchange.share(world, () -> read(world.size()));
    RowBlocks blocks = new RowBlocks(graph.nodes(), world.size());
    int[][] rows = graph.rows(blocks.first(world.rank()), blocks.count(world.rank()));
    Times times =
        switch (device) {
          case CPU -> solve(world, blocks, new DistributedFloydWarshall(chosen, blocks, rows));
          case GPU -> solveOnGpu(chosen, blocks, rows);
        };
    report(world, graph, times);
    summarize(world, rows);
    return verify ? verify(world, blocks, graph, rows) : 0;
  }

  private static Times solveOnGpu(Communicator world, RowBlocks blocks, int[][] rows)
      throws BadInputException {
    try (DeviceFloydWarshall algorithm =
        Together.open(world, "--device gpu", () -> DeviceFloydWarshall.open(world, blocks))) {
      algorithm.copyFrom(rows);
      Times times = solve(world, blocks, algorithm);
      algorithm.copyTo(rows);
      return times;
    }
  }

  private static Times solve(Communicator world, RowBlocks blocks, PathAlgorithm algorithm) {
    world.barrier();
    long start = System.nanoTime();
    try (Progress progress = Progress.show("shortest paths", blocks.rows(), world.rank())) {
      algorithm.solve(progress);
    }
    world.barrier();
    double total = (System.nanoTime() - start) * 1e-9;
    return new Times(total, algorithm.communicationNanos() * 1e-9);
  }

  private Communicator choose(Communicator world) throws BadInputException {
    try {
      return algorithm == null ? world : world.withAlgorithm(algorithm);
    } catch (IllegalArgumentException e) {
      throw new BadInputException("--algorithm: " + e.getMessage());
    }
  }

  private Graph generate(int ranks) throws BadInputException {
    if (input.nodes < 1) {
      throw new BadInputException("--generate must be at least 1, not " + input.nodes);
    }
    checkMemory(input.nodes, ranks);
    Graph graph = RandomGraph.generate(input.nodes, seed);
    graph.checkThatDistancesFit("--generate " + input.nodes);
    return graph;
  }

  private Graph read(int ranks) throws BadInputException {
    if (!(scale > 0) || Double.isInfinite(scale)) {
      throw new BadInputException("--scale must be more than 0, not " + scale);
    }
    Graph graph = GraphFile.read(input.file, scale);
    checkMemory(graph.nodes(), ranks);
    return graph;
  }

  private void checkMemory(int nodes, int ranks) throws BadInputException {
    long rows = new RowBlocks(nodes, ranks).count(0) + (verify ? (long) nodes : 0);
    long needed = rows * nodes * Integer.BYTES;
    long limit = Runtime.getRuntime().maxMemory();
    if (needed > limit) {
      throw new BadInputException(
          "%d nodes on %d ranks need %d MiB of heap a rank, the limit is %d MiB; use more ranks or --jvm-arg -Xmx…"
              .formatted(nodes, ranks, needed >> 20, limit >> 20));
    }
  }

  private static void report(Communicator world, Graph graph, Times times) {
    double[] sum = new double[1];
    world.reduce(
        Buffer.of(new double[] {times.communication}), Buffer.of(sum), ReductionOperator.SUM, 0);
    if (world.rank() == 0) {
      double mean = sum[0] / world.size();
      System.out.printf("%d nodes, %d arcs, %d ranks%n", graph.nodes(), graph.arcs(), world.size());
      System.out.printf(
          "total %.4f s, communication %.4f s on average over the ranks (%.1f %%)%n",
          times.total, mean, 100 * mean / times.total);
    }
  }

  private static void summarize(Communicator world, int[][] rows) {
    long[] pairs = new long[1];
    int[] longest = new int[1];
    for (int[] row : rows) {
      for (int distance : row) {
        if (distance < FloydWarshall.UNREACHABLE) {
          pairs[0]++;
          longest[0] = Math.max(longest[0], distance);
        }
      }
    }
    long[] allPairs = new long[1];
    int[] longestOfAll = new int[1];
    world.reduce(Buffer.of(pairs), Buffer.of(allPairs), ReductionOperator.SUM, 0);
    world.reduce(Buffer.of(longest), Buffer.of(longestOfAll), ReductionOperator.MAX, 0);
    if (world.rank() == 0) {
      System.out.printf(
          "%d pairs are connected, the longest of the shortest paths is %d%n",
          allPairs[0], longestOfAll[0]);
    }
  }

  private static int verify(Communicator world, RowBlocks blocks, Graph graph, int[][] rows) {
    Optional<String> difference = Verification.firstDifference(world, blocks, graph, rows);
    int[] exitCode = {difference.isPresent() ? 1 : 0};
    if (world.rank() == 0) {
      difference.ifPresentOrElse(
          first -> System.err.println("the result differs: " + first),
          () -> System.out.println("the result matches the sequential algorithm's"));
    }
    world.broadcast(Buffer.of(exitCode), 0);
    return exitCode[0];
  }
}
