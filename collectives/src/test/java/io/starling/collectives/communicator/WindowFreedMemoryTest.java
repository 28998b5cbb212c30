package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Accesses to memory that its owner has freed or detached end with an error where that is known.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowFreedMemoryTest {

  private static void refusesAll(Window window, int target, long place, String words) {
    Buffer data = Buffer.of(1L);
    Buffer result = Buffer.of(new long[1]);
    window.lockAll();
    for (Runnable access :
        new Runnable[] {
          () -> window.put(data, target, place),
          () -> window.iGet(result, target, place),
          () -> window.accumulate(data, target, place, ReductionOperator.SUM),
          () -> window.getAccumulate(data, result, target, place, Window.REPLACE),
          () -> window.compareAndSwap(data, Buffer.of(2L), result, target, place),
          () -> window.fetchAndAdd(1, target, place)
        }) {
      assertThatThrownBy(access::run).hasMessageContaining(words);
    }
    window.unlockAll();
  }

  private static void refusesFreed(Window window, int target, long place) {
    refusesAll(
        window, target, place, "the memory of rank %d is freed, as its arena".formatted(target));
  }

  private static void freeOwn(Communicator world, Supplier<Arena> arenas) {
    Arena arena = arenas.get();
    MemorySegment memory = arena.allocate(64, 8);
    try (Window window = world.createWindow(memory, 8)) {
      arena.close();
      refusesFreed(window, world.rank(), 0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX", "MIXED"})
  void an_owner_accesses_memory_that_it_has_freed(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          freeOwn(world, Arena::ofConfined);
          freeOwn(world, Arena::ofShared);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED", "UCX"})
  void an_owner_accesses_memory_that_it_has_attached_and_freed(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Window window = world.createDynamicWindow()) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(64, 8);
            window.attach(memory);
            arena.close();
            refusesFreed(window, world.rank(), memory.address());
            window.detach(memory);
            refusesAll(window, world.rank(), memory.address(), "not inside memory that rank");
          }
        });
  }

  @Test
  void an_owner_accesses_memory_of_its_host_that_it_has_freed() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          Arena arena = Arena.ofShared();
          try (Window window = world.createWindow(world.allocate(64, arena), 8)) {
            arena.close();
            refusesFreed(window, world.rank(), 0);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL"})
  void a_thread_accesses_memory_that_another_one_has_freed(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          Arena arena = Arena.ofConfined();
          try (Window window = world.createWindow(arena.allocate(64, 8), 8)) {
            arena.close();
            world.barrier();
            refusesFreed(window, 1 - world.rank(), 0);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX", "MIXED"})
  void a_rank_accesses_memory_that_another_one_has_detached(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int peer = 1 - world.rank();
          try (Arena arena = Arena.ofShared();
              Window window = world.createDynamicWindow()) {
            MemorySegment memory = arena.allocate(64, 8);
            window.attach(memory);
            long[] place = new long[1];
            world.sendReceive(Buffer.of(memory.address()), peer, 0, Buffer.of(place), peer, 0);
            window.lockAll();
            window.put(Buffer.of(1L), peer, place[0]);
            window.unlockAll();
            world.barrier();
            window.detach(memory);
            world.barrier();
            refusesAll(window, peer, place[0], "not inside memory that rank " + peer);
          }
        });
  }

  /** The allocator gives the same address again, so the key of the attached memory is the same. */
  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX", "MIXED"})
  void memory_is_attached_again_where_memory_was_freed(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Window window = world.createDynamicWindow()) {
            for (int round = 0; round < 8; round++) {
              attachAndPut(world, window);
            }
          }
        });
  }

  private static void attachAndPut(Communicator world, Window window) {
    int peer = 1 - world.rank();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(4096, 8);
      window.attach(memory);
      long[] theirs = new long[1];
      world.sendReceive(Buffer.of(memory.address()), peer, 0, Buffer.of(theirs), peer, 0);
      window.lockAll();
      window.put(Buffer.of(7L), peer, theirs[0]);
      window.put(Buffer.of(8L), world.rank(), memory.address() + Long.BYTES);
      window.unlockAll();
      world.barrier();
      assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(7);
      assertThat(memory.get(ValueLayout.JAVA_LONG, Long.BYTES)).isEqualTo(8);
      window.detach(memory);
    }
  }
}
