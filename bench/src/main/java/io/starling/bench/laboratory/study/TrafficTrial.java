package io.starling.bench.laboratory.study;

import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * A loop of allreduces on hosts whose links others begin to use: pairs of background ranks, which
 * send long messages from a given iteration to another one.
 *
 * @param network the ranks of the job, then the background ranks in pairs: one that sends, one that
 *     receives
 * @param ranks how many ranks the job has
 * @param algorithm of allreduce
 * @param bytes that each rank reduces
 * @param every how long the job keeps an order; negative for always
 */
record TrafficTrial(
    SimulatedNetwork network, int ranks, String algorithm, int bytes, Duration every) {

  private static final int BURST_BYTES = 128 << 10;
  private static final int GO = 1;
  private static final int TRAFFIC = 2;

  /**
   * The time of each iteration in seconds, with that of {@code reordered()}.
   *
   * @param busyFrom the iteration before which the background ranks begin to send
   * @param busyUntil the iteration before which they end
   */
  double[] seconds(int iterations, int busyFrom, int busyUntil) {
    SimulatedFabric fabric = new SimulatedFabric(network, Noise.NONE, true);
    double[] seconds = new double[iterations];
    AtomicInteger current = new AtomicInteger();
    Worlds.simulated(
        fabric,
        Layout.apart(network.ranks()),
        world -> {
          boolean works = world.rank() < ranks;
          try (Communicator part = world.split(works ? 0 : 1, world.rank())) {
            if (!works) {
              disturb(world, () -> current.get() < busyUntil);
              return;
            }
            work(
                part,
                fabric.port(world.rank())::clock,
                seconds,
                iteration -> {
                  current.set(iteration);
                  if (iteration == busyFrom) {
                    start(world);
                  }
                });
          }
        });
    return seconds;
  }

  /** The loop of a rank; rank 0 writes the times and tells the number of the next iteration. */
  private void work(Communicator part, LongSupplier clock, double[] seconds, IntConsumer next) {
    Buffer data = Buffer.of(new byte[bytes]);
    Buffer result = Buffer.of(new byte[bytes]);
    part.barrier();
    for (int iteration = 0; iteration < seconds.length; iteration++) {
      long began = clock.getAsLong();
      Worlds.reordered(part, every)
          .withAlgorithm("allreduce=" + algorithm)
          .allreduce(data, result, ReductionOperator.SUM);
      part.barrier();
      if (part.rank() == 0) {
        seconds[iteration] = VirtualTime.seconds(clock.getAsLong() - began);
        next.accept(iteration + 1);
      }
    }
  }

  private void start(Communicator world) {
    for (int sender = ranks; sender < world.size(); sender += 2) {
      world.send(Buffer.of(new byte[1]), sender, GO);
    }
  }

  private void disturb(Communicator world, BooleanSupplier goesOn) {
    boolean sends = (world.rank() - ranks) % 2 == 0;
    Buffer burst = Buffer.of(new byte[BURST_BYTES]);
    Buffer last = Buffer.of(new byte[1]);
    if (sends) {
      world.receive(last, 0, GO);
      while (goesOn.getAsBoolean()) {
        world.send(burst, world.rank() + 1, TRAFFIC);
      }
      world.send(last, world.rank() + 1, TRAFFIC);
    } else {
      while (world.receive(burst, world.rank() - 1, TRAFFIC).bytes() > 1) {}
    }
  }
}
