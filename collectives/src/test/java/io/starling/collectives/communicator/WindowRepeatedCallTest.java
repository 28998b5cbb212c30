package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that waits for other ranks is interrupted, and made again: it goes on where it was. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowRepeatedCallTest {

  /** Runs a program of two ranks on a window. */
  private static void run(TestFabric fabric, BiConsumer<Communicator, Window> program) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Window window = world.allocateWindow(64, 8)) {
            program.accept(world, window);
          }
        });
  }

  /** Rank 0 is interrupted in a call for which rank 1 is not ready. */
  private static void interruptFirst(Communicator world, Runnable call) {
    if (world.rank() == 0) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(call::run)
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
    world.barrier();
  }

  private static long received(Window window) {
    return window.memory().get(JAVA_LONG, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX"})
  void a_start_takes_the_post_that_the_last_one_has_awaited(TestFabric fabric) {
    run(
        fabric,
        (world, window) -> {
          Group other = Group.of(1 - world.rank());
          for (int round = 1; round <= 2; round++) {
            interruptFirst(world, () -> window.start(other));
            if (world.rank() == 0) {
              window.start(other);
              window.put(Buffer.of((long) round), 1, 0);
              window.complete();
            } else {
              window.post(other);
              window.await();
              assertThat(received(window)).isEqualTo(round);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED"})
  void a_start_that_is_not_repeated_does_not_hinder_the_close(TestFabric fabric) {
    run(fabric, (world, window) -> interruptFirst(world, () -> window.start(Group.of(1))));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX"})
  void a_fence_goes_on_with_its_barrier(TestFabric fabric) {
    run(
        fabric,
        (world, window) -> {
          for (int round = 1; round <= 2; round++) {
            interruptFirst(world, window::fence);
            window.fence();
            window.put(Buffer.of((long) round), 1 - world.rank(), 0);
            window.fence();
            assertThat(received(window)).isEqualTo(round);
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED"})
  void nothing_else_comes_between_an_interrupted_fence_and_the_next_one(TestFabric fabric) {
    run(
        fabric,
        (world, window) -> {
          window.fence();
          world.barrier();
          interruptFirst(world, window::fence);
          if (world.rank() == 0) {
            for (Runnable call :
                new Runnable[] {
                  () -> window.put(Buffer.of(1L), 1, 0),
                  window::lockAll,
                  () -> window.lockShared(1),
                  () -> window.start(Group.of(1)),
                  window::close
                }) {
              assertThatThrownBy(call::run)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("an interrupted fence; call fence again");
            }
          }
          window.fence();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX"})
  void a_close_goes_on_with_its_barrier(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int round = 0; round < 2; round++) {
            Window window = world.allocateWindow(64, 8);
            interruptFirst(world, window::close);
            window.close();
            assertThatThrownBy(window::fence).hasMessageContaining("closed");
          }
        });
  }
}
