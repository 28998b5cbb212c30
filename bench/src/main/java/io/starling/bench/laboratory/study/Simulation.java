package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.transport.simulated.SimulatedDevice;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedPort;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PrimitiveIterator.OfDouble;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/** Carries out a {@link SimulatedTrial}: the loop of a benchmark, in virtual time. */
final class Simulation {

  /** What a rank's messages lie in. */
  private record Messages(Buffer data, Buffer result) {}

  private final SimulatedTrial trial;
  private final SimulatedFabric fabric;
  private final long[] began;
  private final long[] ended;

  private Simulation(SimulatedTrial trial, SimulatedCluster.Job job) {
    this.trial = trial;
    fabric = new SimulatedFabric(job.network(), trial.disturbance().noise(trial.seed()), false);
    began = new long[trial.ranks()];
    ended = new long[trial.ranks()];
  }

  /** A line of a plot: what is tried at each place. */
  record Line(String name, DoubleFunction<SimulatedTrial> trial) {}

  /** A plot to come. */
  record Plan(String title, Axis axis, List<Line> lines, double[] places) {}

  /** The plots of times. */
  static List<Panel> panels(Laboratory laboratory, List<Plan> plans) {
    List<SimulatedTrial> trials = new ArrayList<>();
    for (Plan plan : plans) {
      plan.lines.forEach(
          line -> DoubleStream.of(plan.places).mapToObj(line.trial).forEach(trials::add));
    }
    OfDouble seconds = DoubleStream.of(seconds(laboratory, trials)).iterator();
    return plans.stream()
        .map(
            plan ->
                new Panel(
                    plan.title,
                    plan.axis,
                    Axis.TIME,
                    plan.lines.stream().map(line -> series(line, plan.places, seconds)).toList()))
        .toList();
  }

  private static Series series(Line line, double[] places, OfDouble seconds) {
    return new Series(
        line.name,
        DoubleStream.of(places).mapToObj(place -> Point.of(place, seconds.nextDouble())).toList());
  }

  /** The times of trials, in seconds and in their order. */
  static double[] seconds(Laboratory laboratory, List<SimulatedTrial> trials) {
    return laboratory
        .all(
            trials.stream()
                .map(trial -> new Laboratory.Task<>(trial.describe(), () -> seconds(trial)))
                .toList())
        .stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** How long a collective takes in a loop, in seconds. */
  static double seconds(SimulatedTrial trial) {
    SimulatedCluster.Job job = trial.machine().place(trial.ranks());
    Simulation simulation = new Simulation(trial, job);
    try (Arena arena = Arena.ofShared()) {
      IntFunction<Messages> messages =
          trial.device().isPresent() ? simulation.onDevices(arena) : simulation.onHost(arena);
      Worlds.simulated(
          simulation.fabric,
          job.layouts(),
          world -> simulation.run(world, messages.apply(world.rank())));
    }
    return simulation.whole();
  }

  /** Contents are not carried, so all ranks share their messages. */
  private IntFunction<Messages> onHost(Arena arena) {
    Messages messages =
        new Messages(
            Buffer.of(arena.allocate(trial.bytes()), Datatype.FLOAT32),
            Buffer.of(arena.allocate(trial.bytes()), Datatype.FLOAT32));
    return _ -> messages;
  }

  private IntFunction<Messages> onDevices(Arena arena) {
    return rank -> {
      SimulatedDevice device = fabric.port(rank).device();
      device.allow(trial.device().orElseThrow());
      return new Messages(
          MemoryBuffer.of(device.allocate(trial.bytes(), arena), Datatype.FLOAT32),
          MemoryBuffer.of(device.allocate(trial.bytes(), arena), Datatype.FLOAT32));
    };
  }

  /** From the first rank's start to the last one's end: a root may end long after all others. */
  private double whole() {
    long first = Arrays.stream(began).min().orElseThrow();
    long last = Arrays.stream(ended).max().orElseThrow();
    return VirtualTime.seconds(last - first) / trial.iterations();
  }

  private void run(Communicator world, Messages messages) {
    int rank = world.rank();
    Communicator chosen = world.withAlgorithm(trial.specification());
    world.barrier();
    SimulatedPort port = fabric.port(rank);
    port.compute(Math.max(0, trial.start() - port.clock()));
    began[rank] = port.clock();
    for (int iteration = 0; iteration < trial.iterations(); iteration++) {
      once(chosen, messages);
    }
    ended[rank] = port.clock();
  }

  private void once(Communicator world, Messages messages) {
    switch (trial.collective()) {
      case BROADCAST -> world.broadcast(messages.data, 0);
      case REDUCE -> world.reduce(messages.data, messages.result, ReductionOperator.SUM, 0);
    }
  }
}
