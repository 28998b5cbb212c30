package io.starling.bench.micro;

import io.starling.bench.report.Statistics;
import io.starling.collectives.Communicator;
import io.starling.runtime.memory.Buffer;

/** Brings one figure of each rank to rank 0. */
record Collector(Communicator world) {

  private static final int TAG = 8;

  /** At rank 0 of the first so many ranks; elsewhere only of the own figure. */
  Statistics collect(double own, int ranks) {
    if (world.rank() != 0) {
      if (world.rank() < ranks) {
        world.send(Buffer.of(new double[] {own}), 0, TAG);
      }
      return Statistics.of(own);
    }
    double[] figures = new double[ranks];
    figures[0] = own;
    for (int rank = 1; rank < ranks; rank++) {
      world.receive(Buffer.of(figures).slice(rank, 1), rank, TAG);
    }
    return Statistics.of(figures);
  }
}
