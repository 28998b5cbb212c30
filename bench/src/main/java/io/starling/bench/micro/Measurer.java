package io.starling.bench.micro;

import io.starling.bench.report.Measurement;
import io.starling.bench.report.Statistics;
import io.starling.collectives.Communicator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.FoldWarmup;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalLong;

/** Measures one benchmark at one size after another; all ranks call it alike. */
public final class Measurer {

  private static final int FIRST_WARM_UP_FACTOR = 8;
  private static final int TAG = 8;

  private final Communicator world;
  private final Settings settings;
  private final EnumSet<BenchmarkKind> warm = EnumSet.noneOf(BenchmarkKind.class);

  public Measurer(Communicator world, Settings settings) {
    this.world = world;
    this.settings = settings;
  }

  /**
   * Warms up, measures and collects the ranks' times.
   *
   * @param communicator the world, perhaps with a chosen algorithm
   * @return at rank 0 the times of all ranks; elsewhere only the own
   */
  public Measurement measure(BenchmarkKind kind, Communicator communicator, long bytes) {
    try (Arena arena = Arena.ofShared()) {
      Benchmark benchmark = create(kind, communicator, arena, bytes);
      double nanosOfOne = WarmUp.run(world, benchmark, nextWarmUp(kind));
      long iterations = agree(settings.iterations(), nanosOfOne);
      world.barrier();
      double mean = benchmark.run(iterations) * 1e-3 / iterations;
      world.barrier();
      return new Measurement(
          kind.label(),
          kind.isCollective() ? communicator.algorithmFor(kind.label(), bytes) : "default",
          world.size(),
          bytes,
          iterations,
          Statistics.of(collect(mean, benchmark.timedRanks())));
    }
  }

  private Benchmark create(BenchmarkKind kind, Communicator communicator, Arena arena, long bytes) {
    return switch (kind) {
      case PINGPONG ->
          new PingPong(
              communicator,
              allocate(arena, BasicDatatype.INT8, bytes),
              allocate(arena, BasicDatatype.INT8, bytes));
      case BROADCAST -> new Broadcast(communicator, allocate(arena, BasicDatatype.INT8, bytes));
      case REDUCE -> {
        FoldWarmup.warm(settings.operator(), settings.type());
        yield new Reduce(
            communicator,
            allocate(arena, settings.type(), bytes),
            allocate(arena, settings.type(), bytes),
            settings.operator());
      }
      case BARRIER -> new Barrier(communicator);
    };
  }

  private Buffer allocate(Arena arena, BasicDatatype type, long bytes) {
    return settings.memory().allocate(arena, type, bytes);
  }

  private Duration nextWarmUp(BenchmarkKind kind) {
    return warm.add(kind)
        ? settings.warmUp().multipliedBy(FIRST_WARM_UP_FACTOR)
        : settings.warmUp();
  }

  private long agree(OptionalLong wanted, double nanosOfOne) {
    long[] iterations = {wanted.orElse(Iterations.of(nanosOfOne))};
    world.broadcast(Buffer.of(iterations), 0);
    return iterations[0];
  }

  private double[] collect(double mean, int timedRanks) {
    if (world.rank() != 0) {
      if (world.rank() < timedRanks) {
        world.send(Buffer.of(new double[] {mean}), 0, TAG);
      }
      return new double[] {mean};
    }
    double[] means = new double[timedRanks];
    means[0] = mean;
    for (int rank = 1; rank < timedRanks; rank++) {
      world.receive(Buffer.of(means).slice(rank, 1), rank, TAG);
    }
    return means;
  }
}
