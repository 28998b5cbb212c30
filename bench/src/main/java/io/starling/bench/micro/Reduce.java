package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.ReductionOperator;

/** A reduce to rank 0, from one buffer into another. */
record Reduce(Communicator world, Buffer data, Buffer result, ReductionOperator operator)
    implements Benchmark {

  @Override
  public long run(long iterations) {
    long total = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      long start = System.nanoTime();
      world.reduce(data, result, operator, 0);
      total += System.nanoTime() - start;
    }
    return total;
  }

  @Override
  public int timedRanks() {
    return world.size();
  }
}
