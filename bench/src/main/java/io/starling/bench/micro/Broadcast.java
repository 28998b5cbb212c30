package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.runtime.memory.Buffer;

/** A broadcast from rank 0. */
record Broadcast(Communicator world, Buffer data) implements Benchmark {

  @Override
  public long run(long iterations) {
    long total = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      long start = System.nanoTime();
      world.broadcast(data, 0);
      total += System.nanoTime() - start;
    }
    return total;
  }

  @Override
  public int timedRanks() {
    return world.size();
  }
}
