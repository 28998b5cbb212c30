package io.starling.bench.micro;

import io.starling.collectives.Communicator;

/** A barrier after a barrier, so that the ranks enter the timed one together. */
record Barrier(Communicator world) implements Benchmark {

  @Override
  public long run(long iterations) {
    long total = 0;
    for (long i = 0; i < iterations; i++) {
      world.barrier();
      long start = System.nanoTime();
      world.barrier();
      total += System.nanoTime() - start;
    }
    return total;
  }

  @Override
  public int timedRanks() {
    return world.size();
  }
}
