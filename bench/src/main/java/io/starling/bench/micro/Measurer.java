package io.starling.bench.micro;

import io.starling.bench.report.Latencies;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.Statistics;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures one benchmark at one size after another; all ranks call it alike. */
public final class Measurer {

  private static final int SWEEPS = 3;
  private static final double NANOS_OF_BATCH = 50e6;

  private final Communicator world;
  private final Settings settings;
  private final long clock = Latencies.measureClock();

  public Measurer(Communicator world, Settings settings) {
    this.world = world;
    this.settings = settings;
  }

  /**
   * Warms up a benchmark at all its sizes before any is measured, and collects as after a
   * measurement: what the JIT compiler has learnt from one size, or without the collectives between
   * two measurements, does not hold for the next one, and it then begins anew.
   */
  public void warmUp(BenchmarkKind kind, Communicator communicator, List<Long> sizes) {
    Duration each = settings.firstWarmUp().dividedBy((long) SWEEPS * sizes.size());
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (long bytes : sizes) {
        try (Arena arena = Arena.ofShared();
            Benchmark benchmark = new Benchmarks(communicator, settings, arena, bytes).of(kind)) {
          WarmUp.run(world, benchmark, each);
          agree(1);
          time(benchmark, 1);
          new Collector(world).merge(benchmark.times());
        }
      }
    }
  }

  /**
   * Warms up, measures and collects the ranks' times.
   *
   * @param communicator the world, perhaps with a chosen algorithm
   * @return at rank 0 the times of all ranks; elsewhere only the own
   */
  public Measurement measure(BenchmarkKind kind, Communicator communicator, long bytes) {
    try (Arena arena = Arena.ofShared()) {
      return measure(kind, communicator, new Benchmarks(communicator, settings, arena, bytes));
    }
  }

  private Measurement measure(
      BenchmarkKind kind, Communicator communicator, Benchmarks benchmarks) {
    long bytes = benchmarks.bytes();
    try (Benchmark benchmark = benchmarks.of(kind)) {
      long iterations = agree(WarmUp.run(world, benchmark, settings.warmUp()));
      Statistics times = time(benchmark, iterations);
      Latencies latencies = new Latencies(new Collector(world).merge(benchmark.times()), clock);
      Map<String, Object> details =
          kind == BenchmarkKind.OVERLAP
              ? new Overlap(communicator, settings, benchmarks.messages(1)).measure(times.average())
              : Map.of();
      return new Measurement(
          kind.label(),
          algorithm(kind, communicator, bytes),
          world.size(),
          bytes,
          iterations,
          times,
          Optional.of(latencies),
          details);
    }
  }

  /**
   * Warms up, then loops without barriers between, as IMB does, through turns of time.
   *
   * @return at rank 0 how many iterations were done in each turn, on average over the ranks;
   *     elsewhere only the own
   */
  public double[] loop(BenchmarkKind kind, Communicator communicator, long bytes, TimeSlots turns) {
    try (Arena arena = Arena.ofShared();
        Benchmark benchmark = new Benchmarks(communicator, settings, arena, bytes).of(kind)) {
      double nanosOfOne = WarmUp.run(world, benchmark, settings.warmUp());
      loop(benchmark.once(), nanosOfOne, turns);
      double[] own = turns.counts();
      double[] all = own.clone();
      world.reduce(Buffer.of(own), Buffer.of(all), ReductionOperator.SUM, 0);
      int ranks = world.rank() == 0 ? world.size() : 1;
      return Arrays.stream(all).map(sum -> sum / ranks).toArray();
    }
  }

  /**
   * From the next turn to the end of the last; rank 0 tells after each batch whether it is over.
   * The others need that one batch later, so none waits for a rank 0 that is behind.
   */
  private void loop(Runnable collective, double nanosOfOne, TimeSlots turns) {
    long before = System.nanoTime();
    // Every rank has an opinion of its own; that of rank 0 counts.
    long[] plan = {turns.numberAt(before) + 1, 1 + (long) (NANOS_OF_BATCH / nanosOfOne)};
    world.broadcast(Buffer.of(plan), 0);
    turns.beginWith(plan[0]);
    int[] more = {1};
    while (more[0] != 0) {
      more[0] = before < turns.end() ? 1 : 0;
      Request told = world.iBroadcast(Buffer.of(more), 0);
      for (long i = 0; i < plan[1]; i++) {
        collective.run();
        long now = System.nanoTime();
        turns.add(before, now);
        before = now;
      }
      told.await();
    }
  }

  private static String algorithm(BenchmarkKind kind, Communicator communicator, long bytes) {
    return kind.isBetweenTwo()
        ? "default"
        : communicator.algorithmFor(
            kind.collective(), kind.messageBytes(bytes, communicator.size()));
  }

  private Statistics time(Benchmark benchmark, long iterations) {
    benchmark.times().reset();
    world.barrier();
    double mean = benchmark.run(iterations) * 1e-3 / iterations;
    world.barrier();
    if (world.rank() >= benchmark.timedRanks()) {
      // What the others note says nothing.
      benchmark.times().reset();
    }
    return new Collector(world).collect(mean, benchmark.timedRanks());
  }

  private long agree(double nanosOfOne) {
    long[] iterations = {settings.iterations(nanosOfOne)};
    world.broadcast(Buffer.of(iterations), 0);
    return iterations[0];
  }
}
