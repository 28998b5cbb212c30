package io.starling.bench.laboratory.calibrate;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedPort;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.lang.foreign.Arena;
import java.util.Arrays;

/** The loop that measures a collective, a barrier before each, in virtual time. */
final class Forecast {

  private static final int RANKS = 2;
  private static final int ITERATIONS = 5;
  private static final double MICROSECONDS = 1e6;

  private final SimulatedFabric fabric;
  private final Buffer data;
  private final Buffer result;
  private final long[] taken = new long[RANKS];

  private Forecast(SimulatedFabric fabric, Buffer data, Buffer result) {
    this.fabric = fabric;
    this.data = data;
    this.result = result;
  }

  /** What a collective will take on average over ranks and iterations, in microseconds. */
  static double microseconds(
      SimulatedCluster machine, BenchmarkKind kind, String algorithm, long bytes) {
    SimulatedCluster.Job job = machine.place(RANKS);
    SimulatedFabric fabric = new SimulatedFabric(job.network(), Noise.NONE, false);
    try (Arena arena = Arena.ofShared()) {
      Forecast forecast =
          new Forecast(
              fabric,
              Buffer.of(arena.allocate(bytes), Datatype.FLOAT32),
              Buffer.of(arena.allocate(bytes), Datatype.FLOAT32));
      Worlds.simulated(
          fabric,
          job.layouts(),
          world -> forecast.run(world, kind, world.withAlgorithm(algorithm)));
      long all = Arrays.stream(forecast.taken).sum();
      return VirtualTime.seconds(all) * MICROSECONDS / RANKS / ITERATIONS;
    }
  }

  private void run(Communicator world, BenchmarkKind kind, Communicator chosen) {
    SimulatedPort port = fabric.port(world.rank());
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      world.barrier();
      long begin = port.clock();
      if (kind == BenchmarkKind.REDUCE) {
        chosen.reduce(data, result, ReductionOperator.SUM, 0);
      } else {
        chosen.broadcast(data, 0);
      }
      taken[world.rank()] += port.clock() - begin;
    }
  }
}
