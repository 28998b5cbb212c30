package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Buffer;
import java.lang.foreign.Arena;

/** Rank 0 waits for a message of rank 1, which ends without sending it. */
public final class OneDies {

  private OneDies() {}

  public static void main(String[] arguments) {
    Communicator world = Starling.world();
    world.barrier();
    Buffer data = Buffer.of(Arena.ofAuto().allocate(8), Datatype.INT8);
    if (world.rank() == 0) {
      world.receive(data, 1, 3);
    }
    Runtime.getRuntime().halt(7);
  }
}
