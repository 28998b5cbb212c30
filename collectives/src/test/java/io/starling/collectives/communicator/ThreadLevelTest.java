package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.job.SelectionCheck;
import io.starling.collectives.settings.JobVariables;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which threads may call. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ThreadLevelTest {

  static void run(
      TestFabric fabric,
      int size,
      ThreadLevel level,
      boolean progressThread,
      Consumer<Communicator> program) {
    Threading threading = new Threading(level, progressThread);
    try (RankTeam team = RankTeam.threaded(fabric, size, 1, threading)) {
      team.run(program);
    }
  }

  private static Throwable thrownInAnotherThread(Runnable call) {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread other =
        Thread.ofPlatform()
            .name("other")
            .start(
                () -> {
                  try {
                    call.run();
                  } catch (Throwable e) {
                    thrown.set(e);
                  }
                });
    try {
      other.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return thrown.get();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void funneled_refuses_every_call_of_another_thread(boolean progressThread) {
    run(
        TestFabric.LOCAL,
        2,
        ThreadLevel.FUNNELED,
        progressThread,
        world -> {
          assertThat(world.threadLevel()).isEqualTo(ThreadLevel.FUNNELED);
          Buffer data = Buffer.of(new int[1]);
          Request barrier = world.iBarrier();
          for (Runnable call :
              new Runnable[] {
                world::barrier,
                () -> world.iBroadcast(data, 0),
                () -> world.broadcastInit(data, 0),
                () -> world.iReceive(data, 0, 0),
                world::duplicate,
                barrier::toCompletionStage,
                world::close
              }) {
            assertThat(thrownInAnotherThread(call))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'other'")
                .hasMessageContaining("MPI_THREAD_FUNNELED");
          }
          barrier.await();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void serialized_finds_a_call_during_another_threads_call(boolean progressThread) {
    run(
        TestFabric.LOCAL,
        2,
        ThreadLevel.SERIALIZED,
        progressThread,
        world -> {
          AtomicReference<Throwable> thrown = new AtomicReference<>();
          Thread waiter = Thread.currentThread();
          Thread intruder =
              Thread.ofPlatform()
                  .name("intruder")
                  .start(
                      () -> {
                        while (!waiter.getName().contains("waits for")) {
                          LockSupport.parkNanos(1_000_000);
                        }
                        try {
                          world.iBarrier();
                        } catch (IllegalStateException e) {
                          thrown.set(e);
                        }
                        waiter.interrupt();
                      });
          assertThatThrownBy(() -> world.receive(Buffer.of(new byte[1]), world.rank(), 9))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("interrupted");
          assertThat(Thread.interrupted()).isTrue();
          while (intruder.isAlive()) {
            Thread.onSpinWait();
          }
          assertThat(thrown.get())
              .hasMessageContaining("'intruder' called during a call of thread '")
              .hasMessageContaining("MPI_THREAD_SERIALIZED");
          // The receive is still open, and takes the message.
          world.send(Buffer.of(new byte[1]), world.rank(), 9);
          assertThat(thrownInAnotherThread(world::barrier)).isNull();
        });
  }

  @Test
  void a_wait_does_not_hold_up_the_other_threads_of_the_rank() {
    run(
        TestFabric.LOCAL,
        1,
        ThreadLevel.MULTIPLE,
        false,
        world -> {
          int[] got = new int[1];
          ThreadStormTest.onThreads(
              2,
              thread -> {
                if (thread == 0) {
                  world.receive(Buffer.of(got), 0, 5);
                } else {
                  world.send(Buffer.of(new int[] {7}), 0, 5);
                }
              });
          assertThat(got).containsExactly(7);
        });
  }

  @Test
  void each_of_several_threads_that_wait_long_says_what_it_waits_for_itself() {
    run(
        TestFabric.LOCAL,
        1,
        ThreadLevel.MULTIPLE,
        false,
        world -> {
          ThreadStormTest.onThreads(
              3,
              thread -> {
                if (thread < 2) {
                  world.receive(Buffer.of(new int[1]), 0, thread);
                  return;
                }
                for (int tag = 0; tag < 2; tag++) {
                  String said =
                      "rank 0 waits for receive of at most 4 bytes from rank 0 with tag " + tag;
                  while (Thread.getAllStackTraces().keySet().stream()
                      .noneMatch(
                          waiting ->
                              waiting.getName().contains(said)
                                  && !waiting.getName().contains(";"))) {
                    Thread.onSpinWait();
                  }
                }
                world.send(Buffer.of(new int[1]), 0, 0);
                world.send(Buffer.of(new int[1]), 0, 1);
              });
        });
  }

  @Test
  void unknown_names_are_refused_with_the_known_ones() {
    SelectionCheck check = new SelectionCheck();
    assertThatThrownBy(() -> check.check(Map.of(JobVariables.THREADS, "many")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--threads many")
        .hasMessageContaining("single, funneled, serialized, multiple");
    assertThatThrownBy(() -> check.check(Map.of(JobVariables.PROGRESS, "fast")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--progress fast")
        .hasMessageContaining("thread, caller and auto");
  }
}
