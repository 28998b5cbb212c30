package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** A rank has no room in shared memory for the shelf of its group. */
@Timeout(120)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ShelfRoomTest {

  private static final int ROOT = 1;

  /** Three groups of two ranks: ranks 0, 2 and 4 make shelves. */
  @TestFactory
  Stream<DynamicTest> without_room_for_a_shelf_all_ranks_say_so() {
    Placed placed = Placed.on("package:3 core:2 pu:1", 6, Mapping.BY_SLOT);
    return Stream.of(0, 2, 4)
        .flatMap(
            maker ->
                Stream.of("broadcast", "reduce")
                    .map(
                        collective ->
                            DynamicTest.dynamicTest(
                                collective + ", rank " + maker,
                                () -> {
                                  try (RankTeam team =
                                      RankTeam.placed(
                                          TestFabric.LOCAL,
                                          placed.size(),
                                          placed::layout,
                                          port -> port.rank() == maker ? full(port) : port)) {
                                    team.run(world -> check(world, collective, maker));
                                  }
                                })));
  }

  private static void check(Communicator world, String collective, int maker) {
    Communicator shelf = world.withAlgorithm(collective + "=shelf");
    for (int run = 0; run < 2; run++) {
      assertThatThrownBy(() -> call(shelf, collective, new long[10], new long[10]))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank " + maker + " has no shared memory left for a shelf")
          .hasMessageContaining("another algorithm than shelf");
      world.barrier();
    }
    long[] result = new long[1];
    call(world, collective, new long[] {3}, result);
    if (world.rank() == ROOT && collective.equals("reduce")) {
      assertThat(result).containsExactly(3L * world.size());
    }
  }

  private static void call(Communicator world, String collective, long[] data, long[] result) {
    if (collective.equals("reduce")) {
      world.reduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, ROOT);
    } else {
      world.broadcast(Buffer.of(data), ROOT);
    }
  }

  private static Port full(Port port) {
    return new ForwardingPort(port) {
      @Override
      public MessageMemory memory() {
        return new FullMemory();
      }

      @Override
      public MessageMemory words() {
        return memory();
      }
    };
  }

  /** A rank's region that has no room left. */
  private static final class FullMemory implements MessageMemory {
    @Override
    public MemorySegment allocate(long bytes, Arena arena) {
      return ORDINARY.allocate(bytes, arena);
    }

    @Override
    public boolean hasRoom(long bytes) {
      return false;
    }
  }
}
