package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.io.IOException;

/**
 * Each rank exchanges one short message with rank 1. That one is killed, and then all others send
 * messages of so many bytes to it, and say how each ended.
 */
public final class LastWordsProgram {

  private static final int VICTIM = 1;

  private LastWordsProgram() {}

  /** The length in bytes. */
  public static void main(String[] arguments) throws IOException {
    // A rank that has heard of a failure is to end, and the dead one takes part in no close.
    Communicator world = Starling.world();
    for (int rank = 0; rank < world.size(); rank++) {
      if (rank != VICTIM && (world.rank() == rank || world.rank() == VICTIM)) {
        exchange(world, world.rank() == VICTIM ? rank : VICTIM);
      }
    }
    System.out.println("ready");
    if (System.in.read() < 0) {
      return;
    }
    Buffer longer = Buffer.of(new byte[Integer.parseInt(arguments[0])]);
    try {
      var request = world.iSend(longer, VICTIM, 1);
      System.out.println("posted");
      request.await();
      // Short enough to end where the memory that both share was mapped before.
      System.out.println("sent");
    } catch (StarlingException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
    Runtime.getRuntime().halt(0);
  }

  private static void exchange(Communicator world, int other) {
    int[] number = {world.rank()};
    int[] got = new int[1];
    world.sendReceive(Buffer.of(number), other, 0, Buffer.of(got), other, 0);
  }
}
