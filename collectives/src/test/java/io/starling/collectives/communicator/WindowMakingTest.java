package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import io.starling.runtime.TransportException;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A rank that can't do its part of making a window: all ranks hear of it, and none waits. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowMakingTest {

  private static final int SIZE = 3;
  private static final long MUCH = 1 << 20;

  /** What a rank lacks. */
  private enum Want {
    NOTHING,
    MEMORY,
    REGISTERING,
    CONNECTING
  }

  /** Lacks something if that is much, and counts what is exposed. */
  private static final class PoorPort extends ForwardingPort {
    private Want want = Want.NOTHING;
    private int exposed;

    PoorPort(Port port) {
      super(port);
    }

    @Override
    public MessageMemory memory() {
      MessageMemory memory = super.memory();
      return (bytes, arena) -> {
        if (want == Want.MEMORY && bytes >= MUCH) {
          throw new OutOfMemoryError("no room for " + bytes + " bytes");
        }
        return memory.allocate(bytes, arena);
      };
    }

    @Override
    public Exposure expose(MemorySegment memory) {
      if (want == Want.REGISTERING && memory.byteSize() >= MUCH) {
        throw new TransportException("too much to register");
      }
      Exposure exposure = super.expose(memory);
      exposed++;
      return new Exposure() {
        @Override
        public byte[] key() {
          return exposure.key();
        }

        @Override
        public void close() {
          exposed--;
          exposure.close();
        }
      };
    }

    @Override
    public RemoteMemory reach(int peer, byte[] key) {
      if (want == Want.CONNECTING) {
        throw new TransportException("no way to rank " + peer);
      }
      return super.reach(peer, key);
    }
  }

  /** All ranks fail with the reason of one, free what they have, and can make the next window. */
  private static void fails(int poor, Want want, String words, Consumer<Communicator> call) {
    failsOn(rank -> rank == poor, want, words, call);
  }

  private static void failsOn(
      IntPredicate poor, Want want, String words, Consumer<Communicator> call) {
    try (RankTeam team = RankTeam.wrapped(TestFabric.LOCAL, SIZE, PoorPort::new)) {
      team.runRanks(
          rank -> {
            Communicator world = rank.world();
            boolean isPoor = poor.test(world.rank());
            PoorPort port = (PoorPort) rank.port();
            port.want = isPoor ? want : Want.NOTHING;
            Throwable thrown = catchThrowable(() -> call.accept(world));
            assertThat(thrown)
                .isInstanceOf(StarlingException.class)
                .hasMessageContainingAll("rank %d, ".formatted(world.rank()), words);
            assertThat(thrown.getCause() != null).isEqualTo(isPoor);
            assertThat(port.exposed).isZero();
            port.want = Want.NOTHING;
            try (Window window = world.allocateWindow(MUCH, 8)) {
              window.fence();
              window.put(Buffer.of(1L), (world.rank() + 1) % SIZE, 0);
              window.fence();
            }
          });
    }
  }

  @Test
  void no_memory_for_a_window() {
    fails(
        1,
        Want.MEMORY,
        "allocateWindow: rank 1 has no memory for its part: no room for 1048576 bytes",
        world -> world.allocateWindow(MUCH, 8));
  }

  @Test
  void no_memory_for_what_ranks_share() {
    fails(
        0,
        Want.MEMORY,
        "allocateSharedWindow: rank 0 has no memory for its part",
        world -> world.allocateSharedWindow(MUCH / 2, 8));
    fails(
        0,
        Want.MEMORY,
        "allocateShared: rank 0 has no memory for its part",
        world -> world.allocateShared(MUCH));
  }

  @Test
  void more_memory_than_there_can_be() {
    fails(
        0,
        Want.NOTHING,
        "rank 0 has no memory for its part: 9223372036854775807 bytes can't be allocated",
        world -> world.allocateWindow(world.rank() == 0 ? Long.MAX_VALUE : 8, 8));
    fails(
        0,
        Want.NOTHING,
        "rank 0 has no memory for its part: 9223372036854775807 bytes can't be allocated",
        world -> world.allocateSharedWindow(world.rank() == 0 ? Long.MAX_VALUE : 0, 8));
  }

  @Test
  void parts_that_are_too_much_together() {
    failsOn(
        _ -> false,
        Want.NOTHING,
        "allocateSharedWindow: the parts of the ranks have more than 2^63 - 1 bytes",
        world -> world.allocateSharedWindow(Long.MAX_VALUE, 8));
  }

  /** The ports of the test share 1 GiB each. */
  @Test
  void no_room_in_what_ranks_share() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world ->
            assertThatThrownBy(() -> world.allocateShared(1L << 31))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining(
                    "allocateShared: rank 0 has no memory for its part: 2147483648 bytes do not"
                        + " fit into the memory that it shares with its host"));
  }

  @Test
  void memory_that_can_not_be_registered() {
    fails(
        2,
        Want.REGISTERING,
        "createWindow: rank 2 can't do its part: too much to register",
        world -> world.createWindow(Arena.ofAuto().allocate(MUCH), 8));
  }

  @Test
  void a_rank_that_reaches_no_other() {
    fails(
        1,
        Want.CONNECTING,
        "createDynamicWindow: rank 1 can't do its part: no way to rank 0",
        Communicator::createDynamicWindow);
    fails(
        1,
        Want.CONNECTING,
        "allocateSharedWindow: rank 1 can't do its part: no way to rank 0",
        world -> world.allocateSharedWindow(64, 8));
  }

  /** Cuts off the part of keys that UCX has packed. */
  private static final class ShortKeyPort extends ForwardingPort {
    private static final int HEADER = 1 + 2 * Long.BYTES;

    ShortKeyPort(Port port) {
      super(port);
    }

    @Override
    public RemoteMemory reach(int peer, byte[] key) {
      boolean isOfWindow = ByteBuffer.wrap(key).getLong(1 + Long.BYTES) == MUCH;
      return super.reach(peer, isOfWindow ? Arrays.copyOf(key, HEADER) : key);
    }
  }

  @Test
  void a_key_that_can_not_be_unpacked_fails_the_access_and_nothing_else() {
    try (RankTeam team = RankTeam.wrapped(TestFabric.UCX, 2, ShortKeyPort::new)) {
      team.run(
          world -> {
            int peer = 1 - world.rank();
            try (Window window = world.allocateWindow(MUCH, 8)) {
              for (int round = 0; round < 2; round++) {
                window.lockExclusive(peer);
                window.put(Buffer.of(1L), peer, 0);
                assertThatThrownBy(() -> window.unlock(peer))
                    .isInstanceOf(StarlingException.class)
                    .hasMessageContainingAll(
                        "put of 8 bytes to the window's memory at rank " + peer,
                        "rank %d, access to 8 bytes of memory of rank %d"
                            .formatted(world.rank(), peer),
                        "the key of that memory can't be used: ");
              }
              world.barrier();
            }
          });
    }
  }
}
