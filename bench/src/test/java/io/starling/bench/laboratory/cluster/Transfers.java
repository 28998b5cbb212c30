package io.starling.bench.laboratory.cluster;

import io.starling.bench.laboratory.cluster.SimulatedCluster.Job;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.lang.foreign.Arena;
import java.util.Map;

/** Messages that all begin at time 0. */
final class Transfers {

  private Transfers() {}

  /**
   * When each of some messages, one between any two ranks, is there.
   *
   * @param targets from a rank to another one
   * @return in microseconds, by the target's rank; of others 0
   */
  static double[] times(Job job, int bytes, Map<Integer, Integer> targets) {
    SimulatedFabric fabric = new SimulatedFabric(job.network(), Noise.NONE, false);
    double[] times = new double[fabric.size()];
    try (Arena arena = Arena.ofShared()) {
      Buffer data = Buffer.of(arena.allocate(bytes), Datatype.INT8);
      Worlds.simulated(
          fabric,
          job.layouts(),
          world -> {
            Integer target = targets.get(world.rank());
            if (target != null) {
              world.send(data, target, 0);
            }
            targets.forEach(
                (from, to) -> {
                  if (to == world.rank()) {
                    world.receive(data, from, 0);
                    times[to] = microseconds(fabric.port(to).clock());
                  }
                });
          });
    }
    return times;
  }

  static double microseconds(long picoseconds) {
    return (double) picoseconds / VirtualTime.PER_MICROSECOND;
  }
}
