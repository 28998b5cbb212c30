package io.starling.bench.micro;

import io.starling.bench.report.Statistics;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;

/** Brings one figure of each rank to rank 0. */
record Collector(Communicator world) {

  private static final int TAG = 8;

  /** At rank 0 of the first so many ranks; elsewhere only of the own figure. */
  Statistics collect(double own, int ranks) {
    double[] figures = figures(own, ranks);
    return world.rank() == 0 ? Statistics.of(figures) : Statistics.of(own);
  }

  /** The figures of the first so many ranks; only rank 0 knows more than its own. */
  double[] figures(double own, int ranks) {
    double[] figures = new double[ranks];
    if (world.rank() < ranks) {
      figures[world.rank()] = own;
    }
    if (world.rank() == 0) {
      for (int rank = 1; rank < ranks; rank++) {
        world.receive(Buffer.of(figures).slice(rank, 1), rank, TAG);
      }
    } else if (world.rank() < ranks) {
      world.send(Buffer.of(new double[] {own}), 0, TAG);
    }
    return figures;
  }
}
