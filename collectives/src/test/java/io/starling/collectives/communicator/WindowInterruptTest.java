package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A lock is given back though the call that has asked for it ends early, or others come between.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowInterruptTest {

  /** More than the accesses of a call. */
  private static final int ACCESSES = 7;

  /** A port that interrupts the thread that posts an access which it holds. */
  private static Port interrupting(Port port) {
    return new LatePort(port, Thread.currentThread()::interrupt);
  }

  /** Interrupts rank 0 at one access after the other, and lets both ranks use the lock then. */
  private static void interruptAtEach(BiConsumer<Window, LatePort> calls) {
    try (RankTeam team =
        RankTeam.wrapped(TestFabric.ADVERSARIAL, 2, WindowInterruptTest::interrupting)) {
      for (int accesses = 0; accesses < ACCESSES; accesses++) {
        int prompt = accesses;
        team.runRanks(
            rank -> {
              try (Window window = rank.world().allocateWindow(64, 8)) {
                if (rank.world().rank() == 0) {
                  LatePort port = (LatePort) rank.port();
                  port.holdAfter(prompt);
                  calls.accept(window, port);
                }
                rank.world().barrier();
                window.lockExclusive(1);
                window.fetchAndAdd(2, 1, 0);
                window.unlock(1);
                window.fence();
                if (rank.world().rank() == 1) {
                  assertThat(window.memory().get(JAVA_LONG, 0)).isBetween(4L, 5L);
                }
              }
            });
      }
    }
  }

  @Test
  void an_interrupted_lock_is_given_back() {
    for (Consumer<Window> lock :
        List.<Consumer<Window>>of(
            window -> window.lockExclusive(1), window -> window.lockShared(1))) {
      interruptAtEach(
          (window, port) ->
              interrupt(
                  port,
                  () -> {
                    lock.accept(window);
                    window.unlock(1);
                  }));
    }
  }

  @Test
  void an_interrupted_accumulate_gives_its_lock_back() {
    interruptAtEach(
        (window, port) -> {
          window.lockAll();
          interrupt(port, () -> window.fetchAndAdd(1, 1, 0));
          window.unlockAll();
        });
  }

  private static void interrupt(LatePort port, Runnable call) {
    Throwable thrown = catchThrowable(call::run);
    boolean isInterrupted = Thread.interrupted();
    if (port.release()) {
      assertThat(isInterrupted).isTrue();
      assertThat(thrown)
          .isInstanceOf(StarlingException.class)
          .hasMessageContainingAll("rank 0", "window's memory at rank 1");
    } else {
      assertThat(thrown).isNull();
    }
  }

  /** The callback runs while the first accumulate has the lock, among other times. */
  @ParameterizedTest
  @EnumSource(names = {"ADVERSARIAL", "ROUTED", "SHARED"})
  void a_callback_accumulates_where_its_rank_accumulates(TestFabric fabric) {
    RankTeam.run(fabric, 2, WindowInterruptTest::accumulateInCallbacks);
  }

  /** A thread of Starling may run callbacks too, and needs that level to call. */
  @ParameterizedTest
  @EnumSource(names = {"ADVERSARIAL", "SHARED", "UCX"})
  void a_callback_of_any_thread_does_so(TestFabric fabric) {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, true);
    try (RankTeam team = RankTeam.threaded(fabric, 2, 1, threading)) {
      team.run(WindowInterruptTest::accumulateInCallbacks);
    }
  }

  private static void accumulateInCallbacks(Communicator world) {
    int rounds = 50;
    MemorySegment memory = Arena.ofAuto().allocate(64, 8);
    try (Window window = world.createWindow(memory, 8)) {
      int peer = 1 - world.rank();
      window.lockAll();
      for (int round = 0; round < rounds; round++) {
        accumulateTwice(world, window, peer);
      }
      window.unlockAll();
      world.barrier();
      window.sync();
      assertThat(memory.get(JAVA_LONG, 0)).isEqualTo(11L * rounds);
    }
  }

  private static void accumulateTwice(Communicator world, Window window, int peer) {
    CompletableFuture<Void> inner =
        world
            .iReceive(Buffer.of(new byte[1]), world.rank(), 7)
            .toCompletionStage()
            .thenRun(() -> window.fetchAndAdd(1, peer, 0))
            .toCompletableFuture();
    world.iSend(Buffer.of(new byte[1]), world.rank(), 7).toCompletionStage();
    window.accumulate(Buffer.of(10L), peer, 0, ReductionOperator.SUM);
    while (!inner.isDone()) {
      world.iProbe(world.rank(), 9);
    }
    inner.join();
  }
}
