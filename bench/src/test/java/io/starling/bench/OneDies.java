package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import java.lang.foreign.Arena;

/** Rank 0 waits for a message of rank 1, which ends without sending it. */
public final class OneDies {

  private OneDies() {}

  public static void main(String[] arguments) {
    Communicator world = Starling.world();
    Buffer data = Buffer.of(Arena.ofAuto().allocate(8), Datatype.INT8);
    if (world.rank() == 0) {
      Request message = world.iReceive(data, 1, 3);
      world.barrier();
      message.await();
    }
    world.barrier();
    Runtime.getRuntime().halt(7);
  }
}
