package io.starling.examples;

import io.starling.examples.learning.Digits;
import io.starling.examples.learning.Network;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Chart;
import io.starling.examples.program.Kill;
import io.starling.examples.program.ObjectLaunch;
import io.starling.examples.program.ObjectProgram;
import io.starling.examples.training.GradientServer;
import io.starling.examples.training.GradientServer.Iteration;
import io.starling.examples.training.GradientWorker;
import io.starling.objects.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Rank 0 is the server, the others are workers; they meet only through objects. */
@Command(
    name = "ParameterServer",
    description = {
      "Trains a neural network on handwritten digits by an asynchronous parameter server.",
      "Rank 0 sums the gradients that come first; when a worker dies, the others go on."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  starling run -n 4 --objects 1G io.starling.examples.ParameterServer",
      "  starling run -n 4 --objects 1G --on-failure return io.starling.examples.ParameterServer"
          + " --kill 2",
      "",
      "Exit code: 0, or 2 if the options cannot be used."
    })
public final class ParameterServer implements ObjectProgram {

  private static final int NONE = -1;
  private static final int IMAGES = 128;
  private static final int LINES = 10;
  private static final long SEED = 1;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "400",
      description = "how many steps are taken (${DEFAULT-VALUE})")
  private int iterations;

  @Option(
      names = "--first",
      paramLabel = "N",
      description = "how many gradients a step sums (half of the workers)")
  private Integer first;

  @Option(
      names = "--hidden",
      paramLabel = "N",
      defaultValue = "512",
      description = "the width of the hidden layer (${DEFAULT-VALUE})")
  private int hidden;

  @Option(
      names = "--rate",
      defaultValue = "0.2",
      description = "the length of a step (${DEFAULT-VALUE})")
  private float rate;

  @Option(
      names = "--patience",
      paramLabel = "MS",
      defaultValue = "500",
      description = "how long a gradient may take before its worker is given up (${DEFAULT-VALUE})")
  private int patience;

  @Option(names = "--svg", paramLabel = "FILE", description = "draw the losses")
  private Path svg;

  @Option(
      names = "--kill",
      paramLabel = "RANK",
      defaultValue = "" + NONE,
      description = "the worker that kills itself in the middle; none if there is no such rank")
  private int victim;

  private ParameterServer() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(ObjectLaunch.run(new ParameterServer(), arguments));
  }

  @Override
  public int run(ObjectStore store, int rank, int ranks) throws BadInputException {
    int workers = ranks - 1;
    int count = first == null ? (workers + 1) / 2 : first;
    if (workers < 1 || count < 1 || count > workers) {
      throw new BadInputException(
          "%d ranks are a server and %d workers; --first must be 1 to that, not %d"
              .formatted(ranks, workers, count));
    }
    if (iterations < 1 || hidden < 1) {
      throw new BadInputException("--iterations and --hidden are 1 at least");
    }
    if (rank == 0) {
      serve(store, workers, count);
    } else {
      int last = rank == victim ? iterations * count / workers / 2 : Integer.MAX_VALUE;
      new GradientWorker(store, rank, IMAGES, SEED).run(done -> done < last || Kill.self());
    }
    return 0;
  }

  private void serve(ObjectStore store, int workers, int count) throws BadInputException {
    GradientServer server =
        new GradientServer(
            store,
            workers,
            new GradientServer.Settings(
                iterations, count, rate, hidden, Duration.ofMillis(patience), SEED),
            System.out::println);
    long start = System.nanoTime();
    System.out.println("iteration     loss  gradients  workers");
    Network network = server.run(this::print);
    double seconds = (System.nanoTime() - start) * 1e-9;
    Chart chart =
        new Chart("loss of each iteration", "iterations", server.losses(), server.events());
    System.out.print(chart.text());
    System.out.printf(
        "%.1f %% of the digits held out are recognised; %d iterations, %.1f ms each%n",
        100 * network.accuracy(Digits.heldOut()), iterations, 1e3 * seconds / iterations);
    if (svg != null) {
      try {
        Files.writeString(svg, chart.svg());
      } catch (IOException e) {
        throw new BadInputException("cannot write " + svg + ": " + e.getMessage());
      }
    }
  }

  private void print(Iteration iteration) {
    if (iteration.number() == 1 || iteration.number() % Math.max(1, iterations / LINES) == 0) {
      System.out.printf(
          "%9d %8.4f %10d %8d%n",
          iteration.number(), iteration.loss(), iteration.gradients(), iteration.living());
    }
  }
}
