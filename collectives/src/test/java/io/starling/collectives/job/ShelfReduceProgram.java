package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.io.IOException;
import java.util.Arrays;

/** A rank that reduces to rank 1 at each line that it reads, and says so after it. */
public final class ShelfReduceProgram {

  private static final int ROOT = 1;
  private static final int ELEMENTS = 1 << 20;

  private ShelfReduceProgram() {}

  /** No arguments. */
  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Starling.world()) {
      Communicator chosen = world.withAlgorithm("reduce=shelf");
      int[] data = new int[ELEMENTS];
      int[] result = new int[ELEMENTS];
      chosen.reduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, ROOT);
      world.barrier();
      System.out.println("ready");
      System.in.read();
      Arrays.setAll(data, index -> index + 1);
      chosen.reduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, ROOT);
      boolean isRight =
          world.rank() != ROOT
              || (result[0] == world.size() && result[ELEMENTS - 1] == world.size() * ELEMENTS);
      System.out.println(isRight ? "done" : "wrong");
      System.in.read();
      world.barrier();
    }
  }
}
