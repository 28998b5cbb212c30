package io.starling.collectives.job;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A rank that broadcasts from rank 1 when it reads a line, by the algorithm that the environment
 * names, and says so before and after it.
 */
public final class ShelfProgram {

  static final String ALGORITHM = "TEST_ALGORITHM";

  private static final int ROOT = 1;
  private static final int ELEMENTS = 1 << 20;

  private ShelfProgram() {}

  /** No arguments. */
  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Starling.world();
        Arena arena = Arena.ofConfined()) {
      Communicator chosen = world.withAlgorithm(System.getenv(ALGORITHM));
      MemorySegment data = world.allocate(ELEMENTS * 4L, arena);
      Buffer all = Buffer.of(data, Datatype.INT32, ELEMENTS);
      chosen.broadcast(all, ROOT);
      world.barrier();
      System.out.println("ready");
      System.in.read();
      for (int i = 0; i < ELEMENTS && world.rank() == ROOT; i++) {
        data.setAtIndex(ValueLayout.JAVA_INT, i, i + 1);
      }
      System.out.println("begins");
      chosen.broadcast(all, ROOT);
      boolean isRight = true;
      for (int i = 0; i < ELEMENTS; i++) {
        isRight &= data.getAtIndex(ValueLayout.JAVA_INT, i) == i + 1;
      }
      System.out.println(isRight ? "done" : "wrong");
      System.in.read();
      world.barrier();
    }
  }
}
