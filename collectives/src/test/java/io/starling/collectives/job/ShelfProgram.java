package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.util.Arrays;

/** A rank that broadcasts from rank 1 at each line that it reads, and says so after it. */
public final class ShelfProgram {

  private static final int ROOT = 1;
  private static final int ELEMENTS = 1 << 20;

  private ShelfProgram() {}

  /** No arguments. */
  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Starling.world()) {
      Communicator chosen = world.withAlgorithm("broadcast=shelf");
      int[] data = new int[ELEMENTS];
      chosen.broadcast(Buffer.of(data), ROOT);
      world.barrier();
      System.out.println("ready");
      System.in.read();
      if (world.rank() == ROOT) {
        Arrays.setAll(data, index -> index + 1);
      }
      chosen.broadcast(Buffer.of(data), ROOT);
      boolean isRight = data[0] == 1 && data[ELEMENTS - 1] == ELEMENTS;
      System.out.println(isRight ? "done" : "wrong");
      System.in.read();
      world.barrier();
    }
  }
}
