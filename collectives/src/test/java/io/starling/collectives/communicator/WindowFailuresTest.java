package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Group;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A rank of a window dies, and the others neither hang nor crash. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowFailuresTest {

  private static final int SIZE = 3;
  private static final int DEAD = 2;

  /** The second one has ranks on two hosts. */
  private static final List<Long> SEEDS = List.of(5L, MortalRanks.ROUTED + 5);

  /** What the living do after rank 2 has died in its epoch must end with the failure. */
  private static void afterDeath(Consumer<Window> last, Consumer<Window> waits) {
    for (long seed : SEEDS) {
      afterDeath(new MortalRanks(SIZE, seed), last, waits);
    }
  }

  private static void afterDeath(MortalRanks ranks, Consumer<Window> last, Consumer<Window> waits) {
    Map<Integer, Window> windows = new ConcurrentHashMap<>();
    ranks.run(
        world -> {
          Window window = world.allocateWindow(64, 8);
          windows.put(world.rank(), window);
          if (world.rank() == DEAD) {
            last.accept(window);
          }
          world.barrier();
        });
    ranks.kill(DEAD);
    ranks.run(
        world -> {
          Window window = windows.get(world.rank());
          assertThatThrownBy(() -> waits.accept(window))
              .isInstanceOf(RankFailedException.class)
              .hasMessageContaining("rank 2 was killed by the test");
          window.close();
          try (var survivors = world.shrink();
              Window next = survivors.allocateWindow(8, 8)) {
            next.fence();
            next.put(Buffer.of(7L), 1 - survivors.rank(), 0);
            next.fence();
            assertThat(next.memory().get(java.lang.foreign.ValueLayout.JAVA_LONG, 0)).isEqualTo(7);
          }
        });
  }

  @Test
  void a_lock_that_a_dead_rank_holds() {
    afterDeath(
        window -> window.lockExclusive(1),
        window -> {
          window.lockShared(1);
          window.unlock(1);
        });
  }

  @Test
  void an_access_to_a_dead_rank() {
    afterDeath(
        _ -> {},
        window -> {
          window.lockExclusive(DEAD);
          window.put(Buffer.of(1L), DEAD, 0);
          window.unlock(DEAD);
        });
  }

  @Test
  void a_flush_of_a_dead_rank_whose_lock_was_taken_before() {
    afterDeath(
        _ -> {},
        window -> {
          window.lockAll();
          for (int i = 0; i < 1_000_000; i++) {
            window.put(Buffer.of(1L), DEAD, 0);
            window.flush(DEAD);
          }
        });
  }

  @Test
  void a_fence() {
    afterDeath(_ -> {}, Window::fence);
  }

  @Test
  void a_rank_that_has_not_posted() {
    afterDeath(_ -> {}, window -> window.start(Group.of(DEAD)));
  }

  @Test
  void a_rank_that_dies_while_others_close() {
    for (long seed : SEEDS) {
      closeWithoutTheDead(new MortalRanks(SIZE, seed));
    }
  }

  private static void closeWithoutTheDead(MortalRanks ranks) {
    Map<Integer, Window> windows = new ConcurrentHashMap<>();
    ranks.run(world -> windows.put(world.rank(), world.allocateWindow(64, 8)));
    ranks.run(
        world -> {
          Window window = windows.get(world.rank());
          if (world.rank() == DEAD) {
            ranks.die(DEAD);
          }
          window.close();
          assertThatThrownBy(window::fence)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
          world.shrink().close();
        });
  }

  @Test
  void a_rank_that_has_not_completed() {
    afterDeath(
        window -> {},
        window -> {
          window.post(Group.of(DEAD));
          window.await();
        });
  }

  /** Rank 1 has heard of the death, and completes nothing. */
  @Test
  void a_living_origin_that_has_failed() {
    afterDeath(
        _ -> {},
        window -> {
          if (window.rank() == 0) {
            window.post(Group.of(1, DEAD));
            window.await();
          } else {
            window.start(Group.of(0, DEAD));
          }
        });
  }

  /** Rank 1 has heard of the death, and posts nothing. */
  @Test
  void a_living_target_that_has_failed() {
    afterDeath(
        _ -> {}, window -> window.start(window.rank() == 0 ? Group.of(1, DEAD) : Group.of(DEAD)));
  }

  @Test
  void a_rank_that_has_posted_to_a_living_one_closes() {
    afterDeath(
        _ -> {},
        window -> {
          if (window.rank() == 1) {
            window.post(Group.of(0));
          }
          window.start(Group.of(DEAD));
        });
  }
}
