package io.starling.collectives;

import io.starling.runtime.bootstrap.Rehearsal;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.ReductionOperators;

/** What nearly every rank does: it joins, broadcasts, reduces and leaves. */
public final class RankRehearsal implements Rehearsal {

  /** For the service loader. */
  public RankRehearsal() {}

  @Override
  public void rehearse() {
    try (Communicator world = Starling.world()) {
      double[] data = new double[1 << 10];
      world.broadcast(Buffer.of(data), 0);
      world.reduce(Buffer.of(data), Buffer.of(new double[1 << 10]), ReductionOperators.SUM, 0);
      world.barrier();
    }
  }
}
