package io.starling.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.ThreadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Cancels, interrupts and ends. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankExecutorEndsTest {

  /** Permits of tasks that have begun; ranks that are threads share it. */
  private static final Semaphore BEGUN = new Semaphore(0);

  private static int beginAndLast(int answer) {
    BEGUN.release();
    return RankExecutorTest.last(answer);
  }

  /** Returns when a rank runs the task; makes progress meanwhile, which its message may need. */
  private static void awaitBegin(Future<?> task) {
    boolean hasBegun = BEGUN.tryAcquire();
    while (!hasBegun) {
      boolean isOver = task.isDone();
      hasBegun = BEGUN.tryAcquire();
      assertThat(hasBegun || !isOver).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void waiting_tasks_are_cancelled_before_they_run(ThreadLevel level) {
    new RankExecutorTest.Way(TestRanks.Fabric.LOCAL, level, 2)
        .run(
            pool -> {
              for (int i = 0; i < 50; i++) {
                // Short tasks: the worker gets several ahead.
                assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
              }
              Future<Integer> first = pool.submit(() -> RankExecutorTest.last(200));
              List<Future<Integer>> others = new ArrayList<>();
              for (int i = 0; i < 30; i++) {
                others.add(
                    pool.submit(
                        () -> {
                          System.setProperty("io.starling.executor.ran", "yes");
                          return 1;
                        }));
              }
              others.forEach(other -> assertThat(other.cancel(false)).isTrue());
              assertThat(others).allMatch(Future::isDone).allMatch(Future::isCancelled);
              assertThatThrownBy(others.get(3)::get)
                  .isInstanceOf(java.util.concurrent.CancellationException.class);
              RankExecutorTest.END.release();
              assertThat(first.get()).isEqualTo(200);
              assertThat(first.cancel(true)).isFalse();
              assertThat(pool.submit(() -> 7).get()).isEqualTo(7);
              assertThat(System.getProperty("io.starling.executor.ran")).isNull();
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = TestRanks.Fabric.class,
      names = {"LOCAL", "UCX"})
  void a_running_task_is_interrupted_where_threads_may_call(TestRanks.Fabric fabric) {
    new RankExecutorTest.Way(fabric, ThreadLevel.MULTIPLE, 2)
        .run(
            pool -> {
              for (int round = 0; round < 5; round++) {
                long began = System.nanoTime();
                Future<Integer> endless = pool.submit(() -> beginAndLast(0));
                awaitBegin(endless);
                assertThat(endless.cancel(true)).isTrue();
                assertThat(endless.isCancelled()).isTrue();
                // The interrupt does not meet the next task.
                assertThat(pool.submit(() -> RankExecutorTest.sleep(5)).get()).isEqualTo(5);
                assertThat(System.nanoTime() - began).isLessThan(50_000_000_000L);
              }
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void an_interrupt_of_the_waiting_thread_ends_its_wait_alone(ThreadLevel level) {
    new RankExecutorTest.Way(TestRanks.Fabric.LOCAL, level, 2)
        .run(
            pool -> {
              Future<Integer> slow = pool.submit(() -> RankExecutorTest.last(300));
              Thread.currentThread().interrupt();
              assertThatThrownBy(slow::get).isInstanceOf(InterruptedException.class);
              assertThat(Thread.interrupted()).isFalse();
              RankExecutorTest.END.release();
              assertThat(slow.get()).isEqualTo(300);
            });
  }

  @ParameterizedTest
  @MethodSource("io.starling.executor.RankExecutorTest#ways")
  void a_shutdown_lets_tasks_end_and_takes_no_more(RankExecutorTest.Way way) {
    way.run(
        pool -> {
          List<Future<Integer>> futures = new ArrayList<>();
          for (int i = 0; i < 40; i++) {
            futures.add(pool.submit(() -> RankExecutorTest.sleep(1)));
          }
          assertThat(pool.isShutdown()).isFalse();
          pool.shutdown();
          assertThat(pool.isShutdown()).isTrue();
          assertThatThrownBy(() -> pool.submit(() -> 1))
              .isInstanceOf(RejectedExecutionException.class)
              .hasMessageContaining("shut down");
          assertThat(pool.awaitTermination(50, TimeUnit.SECONDS)).isTrue();
          assertThat(pool.isTerminated()).isTrue();
          for (Future<Integer> future : futures) {
            assertThat(future.get()).isEqualTo(1);
          }
          pool.close();
          pool.close();
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void a_shutdown_at_once_returns_the_tasks_that_have_not_begun(ThreadLevel level) {
    new RankExecutorTest.Way(TestRanks.Fabric.LOCAL, level, 2)
        .run(
            pool -> {
              Future<Integer> running = pool.submit(() -> beginAndLast(300));
              awaitBegin(running);
              boolean[] ran = new boolean[1];
              Future<?> waiting = pool.submit(() -> {});
              List<Runnable> unstarted = pool.shutdownNow();
              if (level == ThreadLevel.FUNNELED) {
                // It is not interrupted.
                RankExecutorTest.END.release();
              }
              assertThat(unstarted).hasSize(1);
              unstarted.getFirst().run();
              assertThat(waiting.isCancelled()).isTrue();
              assertThat(pool.awaitTermination(50, TimeUnit.SECONDS)).isTrue();
              assertThat(running.get()).isEqualTo(level == ThreadLevel.MULTIPLE ? -1 : 300);
              assertThat(ran[0]).isFalse();
            });
  }
}
