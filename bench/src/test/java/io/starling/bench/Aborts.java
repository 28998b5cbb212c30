package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;

/** Rank 1 ends the job with the status that the first argument names; rank 0 waits for it. */
public final class Aborts {

  private Aborts() {}

  public static void main(String[] arguments) {
    try (Communicator world = Starling.world()) {
      world.barrier();
      if (world.rank() == 1) {
        world.abort(Integer.parseInt(arguments[0]));
      }
      world.barrier();
      System.out.println("went on");
    }
  }
}
