package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Windows on all transports. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowTest {

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void all_programs_give_the_same_on_every_transport(TestFabric fabric) {
    for (int size : new int[] {1, 2, 5}) {
      try (RankTeam team = RankTeam.open(fabric, size)) {
        for (Consumer<Communicator> program : WindowPrograms.ALL) {
          team.run(program);
        }
      }
    }
  }

  /** The parts of a shared window lie side by side, and all ranks load and store everywhere. */
  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED", "SHARED_STAGED"})
  void ranks_of_a_host_share_one_piece_of_memory(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          try (Window window = world.allocateSharedWindow(8L * (world.rank() + 1), 8)) {
            MemorySegment all = window.sharedMemory();
            assertThat(all.byteSize()).isEqualTo(8 * 6);
            window.lockAll();
            for (int rank = 0; rank < 3; rank++) {
              assertThat(window.memory(rank).byteSize()).isEqualTo(8L * (rank + 1));
              window.memory(rank).setAtIndex(JAVA_LONG, rank == world.rank() ? rank : 0, 7 + rank);
              window.sync();
              world.barrier();
              window.sync();
            }
            window.unlockAll();
            assertThat(all.toArray(JAVA_LONG)).containsExactly(7, 8, 8, 9, 0, 9);
            world.barrier();
          }
          MemorySegment piece = world.allocateShared(24);
          piece.setAtIndex(JAVA_LONG, world.rank(), world.rank() + 1);
          world.barrier();
          assertThat(piece.toArray(JAVA_LONG)).containsExactly(1, 2, 3);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"UCX", "MIXED", "ROUTED"})
  void ranks_that_do_not_share_memory_are_refused_together(TestFabric fabric) {
    RankTeam.run(
        fabric,
        4,
        world -> {
          Assertions.assertThatThrownBy(() -> world.allocateSharedWindow(8, 8))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("allocateSharedWindow: loads and stores of")
              .hasMessageContaining("split the communicator by Level.NODE");
          Assertions.assertThatThrownBy(() -> world.allocateShared(8))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("allocateShared: loads and stores of");
        });
  }

  /** Private memory is copied by the system, or by UCX; it has no atomic accesses itself. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "SHARED_STAGED")
  void windows_of_private_memory_have_all_accesses(TestFabric fabric) {
    RankTeam.run(fabric, 3, PrivateWindow::run);
  }

  /** Rank 0 calls nothing between its barriers; the others take turns in its memory. */
  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void a_rank_that_computes_is_accessed_all_the_same(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          try (Window window = world.allocateWindow(16, 8)) {
            world.barrier();
            if (world.rank() == 0) {
              VarHandle words = ValueLayout.JAVA_LONG.varHandle();
              while ((long) words.getAcquire(window.memory(), 0L) != 2) {
                Thread.onSpinWait();
                if (Thread.currentThread().isInterrupted()) {
                  throw new IllegalStateException("interrupted");
                }
              }
            } else {
              window.lockExclusive(0);
              long[] before = new long[1];
              window.get(Buffer.of(before), 0, 1);
              window.flush(0);
              window.put(Buffer.of(before[0] + world.rank()), 0, 1);
              window.flush(0);
              window.fetchAndAdd(1, 0, 0);
              window.unlock(0);
            }
            world.barrier();
            window.sync();
            assertThat(window.memory().getAtIndex(JAVA_LONG, 1))
                .isEqualTo(world.rank() == 0 ? 3 : 0);
          }
        });
  }

  /** Threads of a rank share its epoch; each waits for locks that the others hold. */
  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX"})
  void several_threads_access_a_window(TestFabric fabric) {
    int threads = 3;
    int rounds = 20;
    Threading threading = new Threading(ThreadLevel.MULTIPLE, false);
    try (RankTeam team = RankTeam.threaded(fabric, 2, 1, threading)) {
      team.run(
          world -> {
            try (Window window = world.allocateWindow(64, 8)) {
              window.lockAll();
              List<FutureTask<Void>> tasks = new ArrayList<>();
              for (int i = 0; i < threads; i++) {
                long place = 1L + (long) world.rank() * threads + i;
                FutureTask<Void> task =
                    new FutureTask<>(() -> addAndPut(window, rounds, place), null);
                tasks.add(task);
                Thread.ofPlatform().daemon().start(task);
              }
              for (FutureTask<Void> task : tasks) {
                task.get(30, TimeUnit.SECONDS);
              }
              window.unlockAll();
              world.barrier();
              window.sync();
              if (world.rank() == 1) {
                assertThat(window.memory().toArray(JAVA_LONG))
                    .containsExactly(2L * threads * rounds, 20, 20, 20, 20, 20, 20, 0);
              }
              window.lockExclusive(1);
              window.unlock(1);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  private static void addAndPut(Window window, int rounds, long place) {
    for (int round = 1; round <= rounds; round++) {
      window.fetchAndAdd(1, 1, 0);
      window.put(Buffer.of((long) round), 1, place);
      window.flush(1);
    }
  }
}
