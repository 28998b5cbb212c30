package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Broadcasts on shelves, beyond what the contract of all algorithms asks. */
class ShelfBroadcastTest extends ShelfContract {

  ShelfBroadcastTest() {
    super("broadcast=shelf");
  }

  @Override
  MortalRun mortalRun(Communicator world) {
    long[] wanted = LongStream.range(0, 600).toArray();
    long[] data = world.rank() == 1 ? wanted : new long[600];
    return new MortalRun(
        inShortSegments(world, "").iBroadcast(Buffer.of(data), 1),
        () -> assertThat(data).isEqualTo(wanted));
  }

  @Test
  void without_room_for_a_shelf_all_ranks_say_so() {
    UnaryOperator<Port> full =
        port ->
            new ForwardingPort(port) {
              @Override
              public MessageMemory memory() {
                return new FullMemory();
              }

              @Override
              public MessageMemory words() {
                return memory();
              }
            };
    try (RankTeam team = RankTeam.wrapped(TestFabric.SHARED, 3, full)) {
      team.run(
          world -> {
            Communicator chosen = world.withAlgorithm("broadcast=shelf");
            for (int run = 0; run < 2; run++) {
              assertThatThrownBy(() -> chosen.broadcast(Buffer.of(new long[10]), 1))
                  .isInstanceOf(StarlingException.class)
                  .hasMessageContaining("rank 0 has no shared memory left for a shelf");
            }
            world.barrier();
          });
    }
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

  @Override
  void oneRun(Communicator world, int length) {
    inShortSegments(world, "").broadcast(Buffer.of(new long[length]), 0);
  }

  @Override
  void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = inShortSegments(world, parameters);
    List<Request> open = new ArrayList<>();
    List<long[]> data = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int root = run % world.size();
      long[] numbers = new long[length];
      if (world.rank() == root) {
        Arrays.setAll(numbers, index -> index);
        numbers[0] = run;
      }
      data.add(numbers);
      open.add(chosen.iBroadcast(Buffer.of(numbers), root));
      if (run % 3 == world.rank() % 3) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      long[] wanted = new long[length];
      Arrays.setAll(wanted, index -> index);
      wanted[0] = run;
      assertThat(data.get(run)).isEqualTo(wanted);
    }
  }
}
