package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import io.starling.bench.laboratory.study.Looping.Barrier;
import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedPort;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.lang.foreign.Arena;

/** Carries out a {@link LoopTrial} in virtual time. */
final class LoopSimulation {

  private final LoopTrial trial;
  private final SimulatedFabric fabric;
  private final LoopTimes times;
  private final Buffer data;
  private final Buffer result;

  /** How many collectives some rank has begun. */
  private int begun;

  private boolean isOver;

  private LoopSimulation(LoopTrial trial, SimulatedCluster.Job job, Arena arena) {
    this.trial = trial;
    fabric = new SimulatedFabric(job.network(), trial.disturbance().noise(trial.seed()), false);
    times = new LoopTimes(trial.looping(), trial.ranks());
    // Contents are not carried, so all ranks share their messages.
    data = Buffer.of(arena.allocate(Scope.BYTES), Datatype.FLOAT32);
    result = Buffer.of(arena.allocate(Scope.BYTES), Datatype.FLOAT32);
  }

  /** How long a collective takes in a loop. */
  static Outcome run(LoopTrial trial) {
    SimulatedCluster.Job job = trial.machine().place(trial.ranks());
    try (Arena arena = Arena.ofShared()) {
      LoopSimulation simulation = new LoopSimulation(trial, job, arena);
      Worlds.simulated(simulation.fabric, job.layouts(), simulation::loop);
      return new Outcome(
          simulation.times.collectives(), simulation.times.each() / VirtualTime.PER_SECOND);
    }
  }

  private void loop(Communicator world) {
    Communicator chosen = world.withAlgorithm(trial.specification());
    Barrier barrier = trial.looping().barrier();
    SimulatedPort port = fabric.port(world.rank());
    world.barrier();
    port.idleUntil(trial.length().start());
    for (int collective = 0; begins(collective, port.clock()); collective++) {
      long begin = port.clock();
      once(chosen, trial.looping().root(collective, trial.ranks()));
      if (barrier == Barrier.INSIDE) {
        world.barrier();
      }
      times.add(collective, begin, port.clock());
      if (barrier == Barrier.OUTSIDE) {
        world.barrier();
      }
    }
  }

  /** The rank that comes first decides whether there is a further collective; it is for all. */
  private boolean begins(int collective, long clock) {
    if (collective == begun && !isOver) {
      isOver = collective == trial.length().most() || clock >= trial.length().end();
      begun += isOver ? 0 : 1;
    }
    return collective < begun;
  }

  private void once(Communicator world, int root) {
    switch (trial.collective()) {
      case BROADCAST -> world.broadcast(data, root);
      case REDUCE -> world.reduce(data, result, ReductionOperator.SUM, root);
    }
  }
}
