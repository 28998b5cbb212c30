package io.starling.bench.foreign;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;

/** What tests run under the launchers of others; it knows nothing of them. */
public final class ForeignProgram {

  private ForeignProgram() {}

  public static void main(String[] arguments) {
    try (Communicator world = Starling.world()) {
      int[] sum = new int[1];
      world.allreduce(
          Buffer.of(new int[] {1 + world.rank()}), Buffer.of(sum), ReductionOperator.SUM);
      byte[] data = new byte[1 << 20];
      data[data.length - 1] = (byte) (world.rank() == 0 ? 42 : 0);
      world.withAlgorithm("broadcast=topology").broadcast(Buffer.of(data), 0);
      if (arguments.length > 0 && world.rank() == world.size() - 1) {
        throw new IllegalStateException("deliberate");
      }
      world.barrier();
      System.out.print(
          "rank %d of %d: %d, %d%n"
              .formatted(world.rank(), world.size(), sum[0], data[data.length - 1]));
    }
  }
}
