package io.starling.bench.tune;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Where candidates are timed by all ranks. Rank 0 says which one is next and how often; the others
 * follow until it says that it is over, so no clock but its own counts.
 */
final class Stage {

  private static final long OVER = -1;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Communicator world;
  private final List<Communicator> candidates;
  private final Consumer<Communicator> operation;
  private final long[] command = new long[2];

  /** Candidates are views of the world. */
  Stage(Communicator world, List<Communicator> candidates, Consumer<Communicator> operation) {
    this.world = world;
    this.candidates = candidates;
    this.operation = operation;
  }

  /** What rank 0 calls: the mean microseconds of one call, on average over the ranks. */
  double time(int candidate, long iterations) {
    send(candidate, iterations);
    return run(candidate, iterations);
  }

  /** Rank 0 lets the others go. */
  void end() {
    send(OVER, 0);
  }

  /** What the other ranks call; returns when it is over. */
  void follow() {
    world.broadcast(Buffer.of(command), 0);
    while (command[0] != OVER) {
      run((int) command[0], command[1]);
      world.broadcast(Buffer.of(command), 0);
    }
  }

  private void send(long candidate, long iterations) {
    command[0] = candidate;
    command[1] = iterations;
    world.broadcast(Buffer.of(command), 0);
  }

  private double run(int candidate, long iterations) {
    Communicator chosen = candidates.get(candidate);
    long nanos = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      long start = System.nanoTime();
      operation.accept(chosen);
      nanos += System.nanoTime() - start;
    }
    double[] mean = {nanos / NANOS_PER_MICRO / iterations};
    double[] sum = new double[1];
    world.reduce(Buffer.of(mean), Buffer.of(sum), ReductionOperator.SUM, 0);
    return sum[0] / world.size();
  }
}
