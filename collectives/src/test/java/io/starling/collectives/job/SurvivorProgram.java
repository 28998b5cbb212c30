package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A rank that sums until another one is killed, and goes on with those that are left. */
public final class SurvivorProgram {

  private static final int ELEMENTS = 1 << 17;

  private SurvivorProgram() {}

  /** No arguments. */
  public static void main(String[] arguments) {
    try (Communicator world = Starling.world();
        Arena arena = Arena.ofShared()) {
      Buffer data = buffer(arena);
      Buffer sum = buffer(arena);
      boolean announced = false;
      try {
        while (true) {
          world.allreduce(data, sum, ReductionOperator.SUM);
          world.sendReceive(
              data, (world.rank() + 1) % world.size(), 0, sum, Communicator.ANY_SOURCE, 0);
          if (!announced) {
            System.out.println("ready");
            announced = true;
          }
        }
      } catch (RankFailedException e) {
        System.out.println("heard of " + e.reason());
      } catch (CommunicatorRevokedException e) {
        System.out.println("heard of the revocation");
      }
      world.revoke();
      Communicator living = world.shrink();
      long[] ranks = new long[1];
      long[] own = {1L << world.rank()};
      living.allreduce(Buffer.of(own), Buffer.of(ranks), ReductionOperator.SUM);
      living.allreduce(data, sum, ReductionOperator.SUM);
      System.out.println("survived with " + Long.toBinaryString(ranks[0]));
      living.close();
    }
  }

  private static Buffer buffer(Arena arena) {
    MemorySegment memory = arena.allocate((long) ELEMENTS * Long.BYTES, Long.BYTES);
    return Buffer.of(memory, Datatype.INT64);
  }
}
