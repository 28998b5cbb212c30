package io.starling.bench.micro;

/** An operation in a timed loop. All ranks run it the same number of times. */
interface Benchmark {

  /** Runs the operation and returns the nanoseconds that it took on this rank, in all. */
  long run(long iterations);

  /** How many ranks, from rank 0 on, take times that mean something. */
  int timedRanks();
}
