package io.starling.runtime.progress.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.transport.local.LocalFabric;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Threads that ask for a thread of Starling at the same moment. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ThreadAccessTest {

  private static final int RANK = 41;
  private static final int ROUNDS = 50;
  private static final int CALLERS = 4;

  private static long progressThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("starling-progress-" + RANK))
        .count();
  }

  @Test
  void several_threads_that_begin_to_serve_peers_share_one_progress_thread()
      throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      Engine engine =
          Engines.of(
              new LocalFabric(RANK + 1).port(RANK),
              BackoffIdleStrategy.forBackground(),
              new Threading(ThreadLevel.MULTIPLE, false));
      beginAtTheSameMoment(engine);
      assertThat(progressThreads()).isEqualTo(1);
      engine.close();
      assertThat(progressThreads()).isZero();
    }
  }

  /** All have made their first check when the first of them gets in. */
  private static void beginAtTheSameMoment(Engine engine) throws InterruptedException {
    List<Thread> callers = new ArrayList<>();
    engine.enter();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(Thread.ofPlatform().daemon().start(engine::beginService));
    }
    for (Thread caller : callers) {
      while (caller.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    engine.leave();
    for (Thread caller : callers) {
      caller.join();
    }
  }
}
