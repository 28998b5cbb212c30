package io.starling.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.CodecException;
import io.starling.runtime.ThreadLevel;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankExecutorTest {

  /** A permit ends a task that lasts; ranks that are threads share it. */
  static final Semaphore END = new Semaphore(0);

  /** One way to run a pool. */
  record Way(TestRanks.Fabric fabric, ThreadLevel level, int size) {

    void run(RankExecutor.Program program) {
      int _ = END.drainPermits();
      TestRanks.run(
          fabric, size, level, world -> RankExecutor.run(world, pool -> runAndEnd(program, pool)));
    }

    /** After a failure no task lasts, as the pool waits for all. */
    private static void runAndEnd(RankExecutor.Program program, RankExecutor pool)
        throws Exception {
      try {
        program.run(pool);
      } catch (Exception | Error e) {
        END.release(1000);
        throw e;
      }
    }
  }

  static Stream<Way> ways() {
    return Stream.of(TestRanks.Fabric.values())
        .flatMap(
            fabric ->
                Stream.of(ThreadLevel.FUNNELED, ThreadLevel.MULTIPLE)
                    .flatMap(level -> Stream.of(1, 3).map(size -> new Way(fabric, level, size))));
  }

  /** Not serialisable. */
  private static final class Socket {}

  private record Job(String name, Object content) implements SerializableCallable<String> {

    @Override
    public String call() {
      return name;
    }
  }

  /** An exception that can't be sent. */
  private static final class Odd extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Socket transientSocket = new Socket();

    @SuppressWarnings("serial") // It is not to be serialisable.
    private final Socket socket = new Socket();

    Odd(String message) {
      super(message);
    }

    boolean isOdd() {
      return socket != transientSocket;
    }
  }

  private static String runner() {
    return Thread.currentThread().getName();
  }

  @ParameterizedTest
  @MethodSource("ways")
  void tasks_run_on_other_ranks_and_their_results_come_back(Way way) {
    way.run(
        pool -> {
          assertThat(pool.isRoot()).isTrue();
          assertThat(pool.workers()).isEqualTo(Math.max(1, way.size() - 1));
          int[] captured = {20, 22};
          Future<Integer> sum = pool.submit(() -> captured[0] + captured[1]);
          Future<String> where = pool.submit(RankExecutorTest::runner);
          Future<?> nothing = pool.submit(() -> {});
          Future<String> given = pool.submit((Runnable & Serializable) () -> {}, "given");
          double[] large = new double[200_000];
          large[199_999] = 3;
          Future<double[]> array = pool.submit(() -> large);
          assertThat(sum.get()).isEqualTo(42);
          if (way.size() > 1) {
            assertThat(where.get()).startsWith("rank-").isNotEqualTo("rank-0");
          }
          assertThat(nothing.get()).isNull();
          assertThat(given.get()).isEqualTo("given");
          assertThat(array.get()).isEqualTo(large).isNotSameAs(large);
          assertThat(sum.isDone()).isTrue();
          assertThat(sum.isCancelled()).isFalse();
          assertThat(sum.resultNow()).isEqualTo(42);
          assertThat(sum.state()).isEqualTo(Future.State.SUCCESS);
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void exceptions_come_back_with_their_rank(Way way) {
    way.run(
        pool -> {
          Future<Object> division =
              pool.submit(
                  () -> {
                    throw new ArithmeticException("no " + runner());
                  });
          assertThatThrownBy(division::get)
              .isInstanceOf(ExecutionException.class)
              .hasMessageContaining("the task on rank")
              .cause()
              .isInstanceOf(ArithmeticException.class)
              .hasMessageContaining("no ");
          assertThat(division.exceptionNow()).isInstanceOf(ArithmeticException.class);
          Future<Object> odd =
              pool.submit(
                  () -> {
                    throw new Odd("strange");
                  });
          assertThatThrownBy(odd::get)
              .isInstanceOf(ExecutionException.class)
              .cause()
              .isInstanceOfSatisfying(
                  TaskException.class,
                  e -> {
                    assertThat(e.type()).isEqualTo(Odd.class.getName());
                    assertThat(new Odd("like it").isOdd()).isTrue();
                    assertThat(e).hasMessageContaining("rank ").hasMessageContaining("strange");
                    assertThat(e.getStackTrace()[0].getClassName())
                        .startsWith(RankExecutorTest.class.getName());
                  });
          Future<Object> error =
              pool.submit(
                  () -> {
                    throw new AssertionError("an error");
                  });
          assertThatThrownBy(error::get).cause().isInstanceOf(AssertionError.class);
          Future<Object> socket = pool.submit(Socket::new);
          assertThatThrownBy(socket::get)
              .cause()
              .hasMessageContaining("can't be sent")
              .hasMessageContaining(Socket.class.getName());
          assertThat(pool.submit(() -> "still there").get()).isEqualTo("still there");
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void a_task_that_cannot_be_sent_is_refused_and_named(Way way) {
    way.run(
        pool -> {
          assertThatThrownBy(() -> pool.submit(new Job("job", new Socket())))
              .isInstanceOf(CodecException.class)
              .hasMessageContaining("Job.content")
              .hasMessageContaining(Socket.class.getName() + " is not Serializable");
          Callable<String> plain = () -> "plain";
          assertThatThrownBy(() -> ((ExecutorService) pool).submit(plain))
              .isInstanceOf(CodecException.class)
              .hasMessageContaining("RankExecutorTest$$Lambda")
              .hasMessageContaining("is not Serializable");
          assertThatThrownBy(() -> pool.submit((Callable<String>) null))
              .isInstanceOf(NullPointerException.class);
          assertThat(pool.submit(new Job("job", null)).get()).isEqualTo("job");
        });
  }

  /** A task, and a result, whose class a reader lacks. */
  private static final class Lacking implements SerializableCallable<String> {
    private static final long serialVersionUID = 1L;

    private void readObject(ObjectInputStream stream) throws ClassNotFoundException {
      throw new ClassNotFoundException("com.example.Lacking");
    }

    @Override
    public String call() {
      return "never";
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void tasks_and_results_that_cannot_be_read_fail_alone(Way way) {
    way.run(
        pool -> {
          Future<String> task = pool.submit(new Lacking());
          Future<Object> result = pool.submit(Lacking::new);
          Future<String> fine = pool.submit(() -> "fine");
          for (Future<?> lacking : List.of(task, result)) {
            assertThatThrownBy(lacking::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessageContaining("lacks the class com.example.Lacking");
          }
          assertThat(fine.get()).isEqualTo("fine");
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void a_map_gives_results_in_the_order_of_its_inputs(Way way) {
    way.run(
        pool -> {
          List<Integer> inputs = IntStream.range(0, 500).boxed().toList();
          List<Integer> squares = inputs.stream().map(i -> i * i).toList();
          assertThat(pool.map(i -> i * i, inputs)).isEqualTo(squares);
          assertThat(pool.map(i -> i * i, inputs, 7)).isEqualTo(squares);
          assertThat(pool.mapUnordered(i -> i * i, inputs, 3))
              .containsExactlyInAnyOrderElementsOf(squares);
          assertThat(pool.map(i -> i, List.<Integer>of())).isEmpty();
          Iterable<Long> endless = () -> Stream.iterate(1L, i -> i + 1).iterator();
          try (Stream<Long> doubled = pool.map(i -> 2 * i, endless, 4)) {
            assertThat(doubled.limit(10).mapToLong(i -> i).sum()).isEqualTo(110);
          }
          assertThatThrownBy(() -> pool.map(i -> 10 / (3 - i), List.of(1, 2, 3, 4)).toList())
              .isInstanceOf(CompletionException.class)
              .hasMessageContaining("rank")
              .cause()
              .isInstanceOf(ArithmeticException.class);
          assertThatThrownBy(() -> pool.map(i -> i, inputs, 0))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void ten_thousand_small_tasks_are_done_once_each(Way way) {
    way.run(
        pool -> {
          List<Future<Integer>> futures = new ArrayList<>();
          for (int i = 0; i < 10_000; i++) {
            int number = i;
            futures.add(pool.submit(() -> number + 1));
          }
          Set<Integer> seen = new HashSet<>();
          for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i).get()).isEqualTo(i + 1);
            seen.add(futures.get(i).get());
          }
          assertThat(seen).hasSize(10_000);
        });
  }

  @ParameterizedTest
  @MethodSource("ways")
  void all_of_many_and_any_of_many_are_awaited(Way way) {
    way.run(
        pool -> {
          List<SerializableCallable<Integer>> tasks = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            int number = i;
            tasks.add(
                () -> {
                  if (number % 4 == 3) {
                    throw new IllegalStateException("number " + number);
                  }
                  return number;
                });
          }
          List<Future<Integer>> all = pool.invokeAll(tasks);
          assertThat(all).hasSize(20).allMatch(Future::isDone);
          assertThat(all.get(2).get()).isEqualTo(2);
          assertThatThrownBy(all.get(3)::get).cause().hasMessage("number 3");
          assertThat(pool.invokeAny(tasks)).isBetween(0, 18);
          assertThatThrownBy(() -> pool.invokeAny(List.of(tasks.get(3), tasks.get(7))))
              .isInstanceOf(ExecutionException.class);
          assertThatThrownBy(() -> pool.invokeAny(List.<SerializableCallable<Integer>>of()))
              .isInstanceOf(IllegalArgumentException.class);
          assertThat(pool.<Integer>invokeAll(List.<SerializableCallable<Integer>>of())).isEmpty();
        });
  }

  static int sleep(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
      return milliseconds;
    } catch (InterruptedException e) {
      return -1;
    }
  }

  /** Returns an answer when the test says so; -1 after an interrupt. */
  static int last(int answer) {
    try {
      END.acquire();
      return answer;
    } catch (InterruptedException e) {
      return -1;
    }
  }

  @Test
  void waits_with_a_limit_end_and_the_tasks_go_on() {
    new Way(TestRanks.Fabric.LOCAL, ThreadLevel.FUNNELED, 2).run(this::limits);
    new Way(TestRanks.Fabric.LOCAL, ThreadLevel.MULTIPLE, 2).run(this::limits);
    new Way(TestRanks.Fabric.LOCAL, ThreadLevel.MULTIPLE, 1).run(this::limits);
  }

  private void limits(RankExecutor pool) throws Exception {
    Future<Integer> slow = pool.submit(() -> last(300));
    assertThatThrownBy(() -> slow.get(10, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("on rank");
    assertThat(slow.isDone()).isFalse();
    assertThat(pool.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
    END.release();
    assertThat(slow.get(50, TimeUnit.SECONDS)).isEqualTo(300);
    SerializableCallable<Integer> quick = () -> 1;
    SerializableCallable<Integer> late = () -> last(400);
    List<Future<Integer>> some = pool.invokeAll(List.of(quick, late), 1, TimeUnit.SECONDS);
    assertThat(some.get(0).get()).isEqualTo(1);
    assertThat(some.get(1).isCancelled()).isTrue();
    assertThatThrownBy(() -> pool.invokeAny(List.of(late), 5, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    END.release(2);
  }

  @Test
  void what_execute_throws_reaches_the_handler_of_uncaught_exceptions() {
    new Way(TestRanks.Fabric.LOCAL, ThreadLevel.FUNNELED, 2)
        .run(
            pool -> {
              List<Throwable> caught = Collections.synchronizedList(new ArrayList<>());
              Thread.currentThread().setUncaughtExceptionHandler((_, e) -> caught.add(e));
              pool.execute(
                  () -> {
                    throw new IllegalStateException("uncaught");
                  });
              pool.submit(() -> 1).get();
              assertThat(caught).hasSize(1);
              assertThat(caught.getFirst().getCause()).hasMessage("uncaught");
            });
  }

  @ParameterizedTest
  @EnumSource
  void several_threads_submit_and_wait(TestRanks.Fabric fabric) {
    new Way(fabric, ThreadLevel.MULTIPLE, 3)
        .run(
            pool -> {
              List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
              List<Thread> threads =
                  IntStream.range(0, 6)
                      .mapToObj(
                          thread -> Thread.ofPlatform().start(() -> sum(pool, thread, failures)))
                      .collect(Collectors.toList());
              for (Thread thread : threads) {
                thread.join();
              }
              assertThat(failures).isEmpty();
            });
  }

  private static void sum(RankExecutor pool, int thread, List<Throwable> failures) {
    try {
      for (int i = 0; i < 100; i++) {
        int number = 1000 * thread + i;
        assertThat(pool.submit(() -> number).get()).isEqualTo(number);
      }
      assertThat(pool.map(i -> thread * i, List.of(1, 2, 3)).mapToInt(i -> i).sum())
          .isEqualTo(6 * thread);
    } catch (Exception | AssertionError e) {
      failures.add(e);
    }
  }

  @Test
  void a_thread_that_may_not_call_is_refused() {
    new Way(TestRanks.Fabric.LOCAL, ThreadLevel.FUNNELED, 2)
        .run(
            pool -> {
              List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
              Thread.ofPlatform()
                  .start(
                      () -> {
                        try {
                          Future<Integer> _ = pool.submit(() -> 1);
                        } catch (IllegalStateException e) {
                          failures.add(e);
                        }
                      })
                  .join();
              assertThat(failures).hasSize(1);
              assertThat(failures.getFirst()).hasMessageContaining("MPI_THREAD_FUNNELED");
            });
  }

  @Test
  void only_the_root_submits_which_may_be_any_rank() {
    TestRanks.run(
        TestRanks.Fabric.LOCAL,
        3,
        ThreadLevel.FUNNELED,
        world -> {
          PoolOptions options = PoolOptions.defaults().withRoot(2).withTasksAhead(1);
          try (RankExecutor pool = RankExecutor.of(world, options)) {
            if (pool.isRoot()) {
              assertThat(world.rank()).isEqualTo(2);
              assertThat(pool.map(i -> i + 1, List.of(1, 2, 3))).containsExactly(2, 3, 4);
              assertThat(pool).hasToString("world.executor: root");
            } else {
              assertThatThrownBy(() -> pool.submit(() -> 1))
                  .isInstanceOf(RejectedExecutionException.class)
                  .hasMessageContaining("rank " + world.rank() + " runs tasks")
                  .hasMessageContaining("pool.isRoot()");
            }
          }
          assertThatThrownBy(() -> RankExecutor.of(world, options.withRoot(3)))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> options.withTasksAhead(0))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> options.withLostTasks(null))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @Test
  void what_the_program_of_the_root_throws_ends_the_pool_and_reaches_its_caller() {
    TestRanks.run(
        TestRanks.Fabric.LOCAL,
        3,
        ThreadLevel.FUNNELED,
        world -> {
          RankExecutor.Program program =
              pool -> {
                for (int i = 0; i < 100; i++) {
                  Future<Integer> _ = pool.submit(() -> sleep(20));
                }
                throw new IllegalStateException("program");
              };
          if (world.rank() == 0) {
            assertThatThrownBy(() -> RankExecutor.run(world, program)).hasMessage("program");
          } else {
            RankExecutor.run(world, program);
          }
          // The communicator is as before.
          assertThat(world.allgatherObjects(world.rank())).containsExactly(0, 1, 2);
        });
  }

  @Test
  void a_task_that_waits_for_another_where_nobody_else_runs_tasks_is_refused() {
    new Way(TestRanks.Fabric.LOCAL, ThreadLevel.FUNNELED, 1)
        .run(
            pool -> {
              POOL.set(pool);
              Future<Integer> outer = pool.submit(() -> POOL.get().submit(() -> 1).get());
              assertThatThrownBy(outer::get)
                  .cause()
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("start the job with more ranks");
            });
  }

  private static final java.util.concurrent.atomic.AtomicReference<RankExecutor> POOL =
      new java.util.concurrent.atomic.AtomicReference<>();
}
