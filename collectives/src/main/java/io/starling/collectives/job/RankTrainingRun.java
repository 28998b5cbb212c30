package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.bootstrap.api.TrainingRun;

/** The typical work of a rank: it joins, broadcasts, reduces and leaves; and what routes need. */
public final class RankTrainingRun implements TrainingRun {

  /** For the service loader. */
  public RankTrainingRun() {}

  @Override
  public void train() {
    try (Communicator world = Starling.world()) {
      double[] data = new double[1 << 10];
      world.broadcast(Buffer.of(data), 0);
      world.reduce(Buffer.of(data), Buffer.of(new double[1 << 10]), ReductionOperator.SUM, 0);
      world.barrier();
    }
    RouteTraining.train(System.getenv());
  }
}
