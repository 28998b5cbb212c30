package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Starling;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;

/** A rank that accesses the memory of rank 1 until that is killed, and goes on with the others. */
public final class WindowSurvivorProgram {

  private static final int VICTIM = 1;
  private static final int BYTES = 1 << 17;

  private WindowSurvivorProgram() {}

  /** Whether the epochs are those of {@code lock} or of {@code post}. */
  public static void main(String[] arguments) {
    try (Communicator world = Starling.world()) {
      Window window = world.allocateWindow(BYTES + Long.BYTES, 1);
      Buffer data = Buffer.of(new byte[BYTES]);
      boolean locks = arguments[0].equals("lock");
      try {
        if (locks && world.rank() != VICTIM) {
          window.lockAll();
        }
        step(world, window, data, locks);
        System.out.println("ready");
        while (true) {
          step(world, window, data, locks);
        }
      } catch (RankFailedException e) {
        System.out.println("heard of " + e.reason());
      }
      window.close();
      try (Communicator living = world.shrink();
          Window next = living.allocateWindow(Long.BYTES, Long.BYTES)) {
        next.fence();
        Buffer own = Buffer.of(1L << world.rank());
        next.accumulate(own, 0, 0, ReductionOperator.BITWISE_OR);
        next.fence();
        long[] ranks = new long[1];
        next.get(Buffer.of(ranks), 0, 0);
        next.fence();
        System.out.println("survived with " + Long.toBinaryString(ranks[0]));
      }
    }
  }

  private static void step(Communicator world, Window window, Buffer data, boolean locks) {
    if (locks && world.rank() == VICTIM) {
      window.sync();
    } else if (locks) {
      window.put(data, VICTIM, 0);
      window.flush(VICTIM);
      window.fetchAndAdd(1, VICTIM, BYTES);
    } else if (world.rank() == VICTIM) {
      window.post(world.group().exclude(VICTIM));
      window.await();
    } else {
      window.start(Group.of(VICTIM));
      window.put(data, VICTIM, 0);
      window.complete();
    }
  }
}
