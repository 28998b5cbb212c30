package io.starling.runtime.progress.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.transport.local.LocalFabric;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** A thread waits for what no transport announces, while another one polls. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnannouncedWaitTest {

  private static final long DURATION = TimeUnit.SECONDS.toNanos(1);

  /** Its own thread, which wakes up every 10 ms, makes 100; the other one makes 10,000. */
  private static final int FEWEST_LOOKS = 400;

  private final AtomicBoolean isOver = new AtomicBoolean();
  private int looks;

  private final Engine engine =
      Engines.of(
          new LocalFabric(1).port(0),
          BackoffIdleStrategy.forBackground(),
          new Threading(ThreadLevel.MULTIPLE, false));

  private void poll() {
    engine.enter();
    try {
      engine.waits().await(isOver::get, () -> "the end of the test");
    } finally {
      engine.leave();
    }
  }

  @Test
  void the_thread_that_polls_looks_for_the_one_that_is_parked() throws InterruptedException {
    Thread polling = Thread.ofPlatform().daemon().start(this::poll);
    while (polling.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    long begin = System.nanoTime();
    engine.enter();
    try {
      engine
          .waits()
          .awaitUnannounced(
              () -> {
                looks++;
                return System.nanoTime() - begin > DURATION;
              },
              () -> "a second");
    } finally {
      engine.leave();
    }
    assertThat(looks).isGreaterThan(FEWEST_LOOKS);
    isOver.set(true);
    polling.join();
    engine.close();
  }
}
