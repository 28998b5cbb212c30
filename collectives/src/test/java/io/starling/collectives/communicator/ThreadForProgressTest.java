package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.settings.JobVariables;
import io.starling.collectives.settings.ThreadSettings;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread per rank that moves messages, and what it means for those who wait. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ThreadForProgressTest {

  @ParameterizedTest
  @EnumSource
  void a_thread_for_progress_completes_what_nobody_waits_for(TestFabric fabric) {
    ThreadLevelTest.run(
        fabric,
        2,
        ThreadLevel.FUNNELED,
        true,
        world -> {
          int[] data = new int[1 << 18];
          int[] sum = new int[1 << 18];
          data[data.length - 1] = world.rank() == 0 ? 3 : 0;
          CountDownLatch both = new CountDownLatch(2);
          world.iBroadcast(Buffer.of(data), 0).toCompletionStage().thenRun(both::countDown);
          int[] ones = new int[1 << 18];
          ones[0] = 1;
          world
              .iAllreduce(Buffer.of(ones), Buffer.of(sum), ReductionOperator.SUM)
              .toCompletionStage()
              .thenRun(both::countDown);
          try {
            both.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          assertThat(data[data.length - 1]).isEqualTo(3);
          assertThat(sum[0]).isEqualTo(2);
        });
  }

  /** The thread also makes the memory that they share. */
  @ParameterizedTest
  @EnumSource
  void also_collectives_on_shelves_and_in_slices(TestFabric fabric) {
    ThreadLevelTest.run(
        fabric,
        2,
        ThreadLevel.FUNNELED,
        true,
        world -> {
          Communicator chosen =
              world.withAlgorithm("broadcast=shelf;reduce=shelf;allreduce=slices");
          int[] data = new int[1000];
          data[999] = world.rank() == 0 ? 3 : 0;
          MemorySegment sum = world.allocate(4000, Arena.ofAuto());
          sum.set(ValueLayout.JAVA_INT, 0, 1);
          Buffer inPlace = Buffer.of(sum, Datatype.INT32);
          int[] result = new int[1000];
          CompletableFuture.allOf(
                  stage(chosen.iBroadcast(Buffer.of(data), 0)),
                  stage(chosen.iAllreduce(inPlace, inPlace, ReductionOperator.SUM)),
                  stage(
                      chosen.iReduce(
                          Buffer.of(new int[] {5}),
                          Buffer.of(result, 0, 1),
                          ReductionOperator.SUM,
                          1)))
              .orTimeout(30, TimeUnit.SECONDS)
              .join();
          assertThat(data[999]).isEqualTo(3);
          assertThat(sum.get(ValueLayout.JAVA_INT, 0)).isEqualTo(2);
          assertThat(result[0]).isEqualTo(world.rank() == 1 ? 10 : 0);
        });
  }

  private static CompletableFuture<Status> stage(Request request) {
    return request.toCompletionStage().toCompletableFuture();
  }

  @ParameterizedTest
  @EnumSource
  void a_stage_may_wait_in_a_call_of_its_own(TestFabric fabric) {
    ThreadLevelTest.run(
        fabric,
        2,
        ThreadLevel.MULTIPLE,
        true,
        world -> {
          CountDownLatch done = new CountDownLatch(1);
          try (Communicator other = world.duplicate()) {
            world
                .iBarrier()
                .toCompletionStage()
                .thenRun(other::barrier)
                .whenComplete((nothing, failure) -> done.countDown());
            try {
              done.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_world_can_be_closed_while_the_thread_for_progress_polls(TestFabric fabric) {
    RankTeam team = RankTeam.threaded(fabric, 2, 1, new Threading(ThreadLevel.FUNNELED, true));
    team.runRanks(
        rank -> {
          Request receive =
              rank.world().iReceive(Buffer.of(new int[4]), 1 - rank.world().rank(), 1);
          rank.world().barrier();
          rank.world().close();
          assertThatThrownBy(receive::await)
              .isInstanceOfAny(StarlingException.class, IllegalStateException.class);
          assertThat(
                  Thread.getAllStackTraces().keySet().stream()
                      .filter(
                          thread ->
                              thread
                                  .getName()
                                  .startsWith("starling-progress-" + rank.engine().rank())))
              .noneMatch(Thread::isAlive);
          rank.port().close();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_thread_that_waits_hears_of_the_close(boolean progressThread) {
    RankTeam team =
        RankTeam.threaded(
            TestFabric.LOCAL, 1, 1, new Threading(ThreadLevel.MULTIPLE, progressThread));
    team.run(
        world -> {
          AtomicReference<Throwable> thrown = new AtomicReference<>();
          Thread waiter =
              Thread.ofPlatform()
                  .start(
                      () -> {
                        try {
                          world.receive(Buffer.of(new int[1]), 0, 1);
                        } catch (RuntimeException e) {
                          thrown.set(e);
                        }
                      });
          while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          world.close();
          try {
            waiter.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          assertThat(thrown.get())
              .isInstanceOfAny(StarlingException.class, IllegalStateException.class);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"FUNNELED", "MULTIPLE"})
  void memory_that_is_confined_to_a_thread_is_refused_where_others_make_progress(
      ThreadLevel level) {
    ThreadLevelTest.run(
        TestFabric.LOCAL,
        1,
        level,
        true,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Buffer confined = Buffer.of(arena.allocate(8), Datatype.INT8);
            assertThatThrownBy(() -> world.broadcast(confined, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rank 0: data is confined to thread")
                .hasMessageContaining("Arena.ofShared()");
          }
        });
  }

  @Test
  void auto_takes_a_thread_only_where_a_rank_has_a_processor_to_spare() {
    ThreadSettings auto = ThreadSettings.from(Map.of(JobVariables.PROGRESS, "auto"));
    assertThat(auto.threading(2, 2).progressThread()).isFalse();
    assertThat(auto.threading(2, 1).progressThread()).isFalse();
    assertThat(auto.threading(2, 3).progressThread()).isTrue();
    assertThat(ThreadSettings.from(Map.of()).threading(1, 64)).isEqualTo(Threading.FUNNELED);
  }
}
