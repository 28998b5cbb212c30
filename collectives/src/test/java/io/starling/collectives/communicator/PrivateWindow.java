package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;

/** A window of memory that no transport has allocated. */
final class PrivateWindow {

  private static final int LENGTH = 5000;

  private PrivateWindow() {}

  static void run(Communicator world) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(8L * LENGTH, 8);
      memory.setAtIndex(JAVA_LONG, 0, world.rank());
      try (Window window = world.createWindow(memory, 8)) {
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        long[] first = new long[1];
        window.lockShared(next);
        window.get(Buffer.of(first), next, 0);
        window.unlock(next);
        assertThat(first[0]).isEqualTo(next);
        long[] data = LongStream.range(0, LENGTH / 2).map(i -> i * (world.rank() + 1)).toArray();
        Datatype spaced = Datatype.vector(LENGTH / 2, 1, 2, Datatype.INT64);
        window.fence();
        window.put(Buffer.of(data), next, 1, spaced, 1);
        window.fence();
        window.accumulate(Buffer.of(10L), next, 3, ReductionOperator.SUM);
        assertThat(window.fetchAndAdd(1, 0, 0)).isBetween(0L, world.size() - 1L);
        window.fence();
        for (int i = 0; i < LENGTH / 2; i++) {
          long expected = (long) i * (previous + 1) + (i == 1 ? 10 : 0);
          assertThat(memory.getAtIndex(JAVA_LONG, 2L * i + 1)).isEqualTo(expected);
        }
        assertThat(memory.get(JAVA_LONG, 0))
            .isEqualTo(world.rank() == 0 ? world.size() : world.rank());
      }
    }
  }
}
