package io.starling.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.ThreadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that die while they run tasks, and roots that die while others wait for tasks. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankExecutorFailuresTest {

  /** The ranks of a test, by its name: tasks travel and find them there. */
  private static final ConcurrentHashMap<String, TestRanks> RANKS = new ConcurrentHashMap<>();

  private static final ConcurrentHashMap<String, AtomicInteger> RUNS = new ConcurrentHashMap<>();

  /** A task that is the end of some ranks. */
  private record Deadly(String test, int number, List<Integer> victims)
      implements SerializableCallable<Integer> {

    @Override
    public Integer call() {
      RUNS.computeIfAbsent(test + number, _ -> new AtomicInteger()).incrementAndGet();
      int rank = Integer.parseInt(Thread.currentThread().getName().substring("rank-".length()));
      if (victims.contains(rank)) {
        RANKS.get(test).die(rank);
      }
      return number;
    }
  }

  private static PoolOptions options(LostTasks lostTasks) {
    return PoolOptions.defaults().withLostTasks(lostTasks);
  }

  private static TestRanks ranks(String test, int size, ThreadLevel level) {
    TestRanks ranks = TestRanks.mortal(size, level);
    RANKS.put(test, ranks);
    return ranks;
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void tasks_of_the_dead_run_again_elsewhere_if_that_is_wanted(ThreadLevel level) {
    String test = "again " + level;
    ranks(test, 4, level)
        .run(
            world -> {
              try (RankExecutor pool = RankExecutor.of(world, options(LostTasks.RUN_AGAIN))) {
                if (pool.isRoot()) {
                  assertThat(pool.workers()).isEqualTo(3);
                  List<Future<Integer>> futures = new ArrayList<>();
                  for (int i = 0; i < 300; i++) {
                    List<Integer> victims = i == 100 ? List.of(1, 2) : List.of();
                    futures.add(pool.submit(new Deadly(test, i, victims)));
                  }
                  for (int i = 0; i < 300; i++) {
                    assertThat(futures.get(i).get()).isEqualTo(i);
                  }
                  assertThat(RUNS.get(test + 100).get()).isBetween(1, 3);
                  // Nobody dies of nothing: a task that two or fewer ranks have survived is done.
                  Future<Integer> next = pool.submit(new Deadly(test, 1000, List.of(1)));
                  assertThat(next.get()).isEqualTo(1000);
                }
              }
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void tasks_of_the_dead_fail_by_default_and_the_others_are_done(ThreadLevel level) {
    String test = "fail " + level;
    ranks(test, 3, level)
        .run(
            world -> {
              try (RankExecutor pool = RankExecutor.of(world, options(LostTasks.FAIL))) {
                if (pool.isRoot()) {
                  Future<Integer> last = pool.submit(new Deadly(test, 1, List.of(1, 2)));
                  assertThatThrownBy(last::get)
                      .isInstanceOf(ExecutionException.class)
                      .hasMessageContaining("was killed by the test")
                      .hasMessageContaining("RUN_AGAIN")
                      .cause()
                      .isInstanceOfSatisfying(
                          RankFailedException.class, e -> assertThat(e.ranks()).hasSize(1));
                  assertThat(RUNS.get(test + 1).get()).isEqualTo(1);
                  assertThat(pool.workers()).isEqualTo(1);
                  List<Future<Integer>> others = new ArrayList<>();
                  for (int i = 2; i < 100; i++) {
                    others.add(pool.submit(new Deadly(test, i, List.of())));
                  }
                  for (int i = 2; i < 100; i++) {
                    assertThat(others.get(i - 2).get()).isEqualTo(i);
                  }
                }
              }
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void a_task_that_kills_every_rank_fails_after_the_third(ThreadLevel level) {
    String test = "poison " + level;
    ranks(test, 5, level)
        .run(
            world -> {
              try (RankExecutor pool = RankExecutor.of(world, options(LostTasks.RUN_AGAIN))) {
                if (pool.isRoot()) {
                  Future<Integer> poison = pool.submit(new Deadly(test, 0, List.of(1, 2, 3, 4)));
                  assertThatThrownBy(poison::get)
                      .isInstanceOf(ExecutionException.class)
                      .hasMessageContaining("the third rank");
                  assertThat(pool.workers()).isEqualTo(1);
                  assertThat(pool.submit(new Deadly(test, 1, List.of())).get()).isEqualTo(1);
                }
              }
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void without_workers_tasks_fail_and_no_more_are_taken(ThreadLevel level) {
    String test = "none " + level;
    ranks(test, 2, level)
        .run(
            world -> {
              try (RankExecutor pool = RankExecutor.of(world, options(LostTasks.RUN_AGAIN))) {
                if (pool.isRoot()) {
                  Future<Integer> first = pool.submit(new Deadly(test, 0, List.of(1)));
                  Future<Integer> second = pool.submit(new Deadly(test, 1, List.of()));
                  assertThatThrownBy(second::get)
                      .isInstanceOf(ExecutionException.class)
                      .hasMessageContaining("no worker is left");
                  assertThatThrownBy(first::get).isInstanceOf(ExecutionException.class);
                  assertThatThrownBy(() -> pool.submit(() -> 1))
                      .isInstanceOf(RejectedExecutionException.class)
                      .hasMessageContaining("was killed by the test");
                }
              }
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadLevel.class,
      names = {"FUNNELED", "MULTIPLE"})
  void the_workers_of_a_dead_root_end(ThreadLevel level) {
    TestRanks ranks = TestRanks.mortal(3, level);
    ranks.run(
        world -> {
          RankExecutor pool = RankExecutor.of(world);
          if (pool.isRoot()) {
            assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
            ranks.die(0);
          }
          assertThatThrownBy(pool::close)
              .isInstanceOfSatisfying(
                  RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(0));
        });
  }
}
