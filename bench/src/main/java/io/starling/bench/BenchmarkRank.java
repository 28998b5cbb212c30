package io.starling.bench;

import io.starling.bench.micro.Allocator;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Measurer;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.job.Worlds;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.gpu.GpuUnavailableException;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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

  /**
   * The GPU of a rank, if it needs one and there is one for all.
   *
   * @param gpu empty where messages lie in the host's memory
   * @param isMissing whether some rank has none; then none has
   */
  private record RankGpu(Optional<Gpu> gpu, boolean isMissing) implements AutoCloseable {

    /** Opens this rank's; the first rank that can't says why. All ranks call it alike. */
    static RankGpu open(Communicator world, boolean isNeeded) {
      if (!isNeeded) {
        return new RankGpu(Optional.empty(), false);
      }
      Gpu own = null;
      String problem = "";
      try {
        own = Gpu.open();
      } catch (GpuUnavailableException e) {
        problem = e.getMessage();
      }
      int[] firstWithout = {own == null ? world.rank() : world.size()};
      world.allreduce(Buffer.IN_PLACE, Buffer.of(firstWithout), ReductionOperator.MIN);
      boolean isMissing = firstWithout[0] < world.size();
      if (isMissing) {
        if (firstWithout[0] == world.rank()) {
          System.err.printf("starling bench: --device gpu: rank %d: %s%n", world.rank(), problem);
        }
        if (own != null) {
          own.close();
        }
        world.barrier();
      }
      return new RankGpu(isMissing ? Optional.empty() : Optional.of(own), isMissing);
    }

    Optional<Allocator> memory() {
      return gpu.map(GpuMemory::new);
    }

    /**
     * Those of all ranks; empty where messages lie in the host's memory. All ranks call it alike.
     */
    Optional<RankDevices> devices(Communicator world) {
      return gpu.map(own -> RankDevices.gather(world, own.name()));
    }

    @Override
    public void close() {
      gpu.ifPresent(Gpu::close);
    }

    /**
     * Messages lie in a GPU's memory.
     *
     * @param gpu this rank's
     */
    private record GpuMemory(Gpu gpu) implements Allocator {

      @Override
      public Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes) {
        DeviceBuffer memory = gpu.allocate(bytes);
        MemorySegment.ofAddress(1).reinterpret(arena, _ -> memory.close());
        return memory.as(type, bytes / type.extent());
      }
    }
  }
}
