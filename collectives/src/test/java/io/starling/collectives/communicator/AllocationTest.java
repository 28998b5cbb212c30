package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A collective of a thousand segments allocates a few objects for the call, and none for a segment.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("fresh")
class AllocationTest {

  private static final int BYTES = 1 << 20;
  private static final long MOST_BYTES_OF_A_CALL = 576;

  /** Scratch on a device is wrapped, once a call: less than a byte for each of the segments. */
  private static final long MOST_BYTES_ON_A_DEVICE = 896;

  private static final int CALLS = 20;
  private static final int ROUNDS = 200;
  private static final String SEGMENTS = "broadcast=chain,segment=1K;reduce=chain,segment=1K";

  /** Where the data lies. */
  enum Memory {
    NATIVE(arena -> Buffer.of(arena.allocate(BYTES, Long.BYTES), Datatype.FLOAT32)),
    HEAP(arena -> Buffer.of(new float[BYTES / Float.BYTES])),
    DEVICE(null);

    final Function<Arena, Buffer> allocate;

    Memory(Function<Arena, Buffer> allocate) {
      this.allocate = allocate;
    }

    /** How a rank allocates, which has one device. */
    Function<Arena, Buffer> ofRank() {
      PromptDevice device = new PromptDevice();
      return this == DEVICE
          ? arena -> MemoryBuffer.of(device.region(BYTES, arena), Datatype.FLOAT32)
          : allocate;
    }
  }

  @ParameterizedTest
  @CsvSource({"UCX, NATIVE", "UCX, HEAP", "SHARED, NATIVE", "SHARED, HEAP", "SHARED, DEVICE"})
  void a_broadcast_allocates_nothing_per_segment(TestFabric fabric, Memory memory) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Buffer data = memory.ofRank().apply(arena);
            measure(world, MOST_BYTES_OF_A_CALL, chosen -> chosen.broadcast(data, 0));
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"UCX, NATIVE", "UCX, HEAP", "SHARED, NATIVE", "SHARED, HEAP", "SHARED, DEVICE"})
  void a_reduce_allocates_nothing_per_segment(TestFabric fabric, Memory memory) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Function<Arena, Buffer> allocate = memory.ofRank();
            Buffer data = allocate.apply(arena);
            Buffer result = allocate.apply(arena);
            long most = memory == Memory.DEVICE ? MOST_BYTES_ON_A_DEVICE : MOST_BYTES_OF_A_CALL;
            measure(world, most, chosen -> chosen.reduce(data, result, ReductionOperator.SUM, 0));
          }
        });
  }

  @Test
  void a_broadcast_of_blocks_allocates_nothing_per_segment() {
    RankTeam.run(
        TestFabric.UCX,
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Datatype half = Datatype.vector(BYTES / 32, 2, 4, Datatype.FLOAT64);
            Buffer data = Buffer.of(arena.allocate(BYTES, Long.BYTES), half, 1);
            measure(world, MOST_BYTES_OF_A_CALL, chosen -> chosen.broadcast(data, 0));
          }
        });
  }

  /** Warm-up ends with the first round that allocates little: then the JIT is done. */
  private static void measure(Communicator world, long most, Consumer<Communicator> call) {
    Communicator chosen = world.withAlgorithm(SEGMENTS);
    long[] perCall = {Long.MAX_VALUE};
    long[] done = new long[1];
    for (int round = 0; round < ROUNDS && done[0] < world.size(); round++) {
      long before = allocated();
      for (int i = 0; i < CALLS; i++) {
        call.accept(chosen);
      }
      perCall[0] = Math.min(perCall[0], (allocated() - before) / CALLS);
      Buffer steady = Buffer.of(new long[] {perCall[0] <= most ? 1 : 0});
      world.reduce(steady, Buffer.of(done), ReductionOperator.SUM, 0);
      world.broadcast(Buffer.of(done), 0);
    }
    assertThat(perCall[0]).as("bytes of a call").isLessThanOrEqualTo(most);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
