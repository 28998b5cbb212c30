package io.starling.bench;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Measurer;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.job.Worlds;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What each rank of {@code starling bench} runs. */
@Command
public final class BenchmarkRank {

  private static final int BAD_INPUT = 2;

  @Mixin private BenchmarkOptions options;

  private BenchmarkRank() {}

  /** The arguments are those of {@code starling bench} that do not concern the launcher. */
  public static void main(String[] arguments) throws IOException {
    BenchmarkRank rank = new BenchmarkRank();
    new CommandLine(rank).parseArgs(arguments);
    System.exit(rank.run());
  }

  private int run() throws IOException {
    try (Communicator world = Starling.world();
        RankGpu gpu = RankGpu.open(world, options.isOnGpu())) {
      if (gpu.isMissing()) {
        return BAD_INPUT;
      }
      Map<BenchmarkKind, Communicator> communicators;
      try {
        options.check(world.size());
        communicators = choose(world);
      } catch (IllegalArgumentException problem) {
        if (world.rank() == 0) {
          System.err.println("starling bench: " + problem.getMessage());
        }
        world.barrier();
        return BAD_INPUT;
      }
      measure(world, communicators, gpu);
      return 0;
    }
  }

  private Map<BenchmarkKind, Communicator> choose(Communicator world) {
    Map<BenchmarkKind, Communicator> communicators = new EnumMap<>(BenchmarkKind.class);
    for (BenchmarkKind kind : options.benchmarks()) {
      communicators.put(
          kind,
          options
              .algorithm(kind)
              .map(choice -> Worlds.withAlgorithm(world, choice, "--algorithm"))
              .orElse(world));
    }
    return communicators;
  }

  private void measure(
      Communicator world, Map<BenchmarkKind, Communicator> communicators, RankGpu gpu)
      throws IOException {
    Measurer measurer =
        new Measurer(world, gpu.memory().map(options::settings).orElseGet(options::settings));
    Optional<RankDevices> devices = gpu.devices(world);
    try (MeasurementReport report = new MeasurementReport(options, world, devices)) {
      double all = options.benchmarks().stream().mapToInt(kind -> options.sizes(kind).size()).sum();
      int done = 0;
      for (BenchmarkKind kind : options.benchmarks()) {
        report.announce(done / all, kind.label() + ", warming up");
        measurer.warmUp(kind, communicators.get(kind), options.sizes(kind));
        for (long bytes : options.sizes(kind)) {
          report.announce(done++ / all, "%s, %d bytes".formatted(kind.label(), bytes));
          report.add(measurer.measure(kind, communicators.get(kind), bytes));
        }
      }
      report.finish();
    }
  }
}
