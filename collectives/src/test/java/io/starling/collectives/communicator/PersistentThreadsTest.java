package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One persistent request of several threads. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PersistentThreadsTest {

  private static final int THREADS = 4;
  private static final int TURNS = 200;

  /** Each turn another thread starts it; two others wait for it, one asks until it is done. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void threads_start_a_request_in_turn_and_others_wait_for_it(boolean progressThread) {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, progressThread);
    for (TestFabric fabric : TestFabric.values()) {
      try (RankTeam team = RankTeam.threaded(fabric, 2, 1, threading)) {
        team.run(PersistentThreadsTest::takeTurns);
      }
    }
  }

  private static void takeTurns(Communicator world) {
    int[] memory = new int[1];
    CyclicBarrier step = new CyclicBarrier(THREADS);
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    try (PersistentRequest request = world.broadcastInit(Buffer.of(memory), 0)) {
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        ends.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int turn = 0; turn < TURNS; turn++) {
                    take(request, world.rank(), (thread + turn) % THREADS, turn, memory, step);
                  }
                },
                action -> Thread.ofPlatform().daemon().start(action)));
      }
      ends.forEach(CompletableFuture::join);
    }
  }

  private static void take(
      PersistentRequest request, int rank, int role, int turn, int[] memory, CyclicBarrier step) {
    if (role == 0) {
      memory[0] = rank == 0 ? turn : -1;
      request.start();
    }
    await(step);
    if (role == 1) {
      while (!request.test()) {
        Thread.onSpinWait();
      }
    } else if (role > 1) {
      request.await();
    }
    if (role > 0) {
      assertThat(memory[0]).isEqualTo(turn);
    }
    await(step);
  }

  private static void await(CyclicBarrier step) {
    try {
      step.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
