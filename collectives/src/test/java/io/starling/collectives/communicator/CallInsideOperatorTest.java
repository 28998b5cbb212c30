package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.reduction.FoldingOperator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a program's code may call that Starling calls. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CallInsideOperatorTest {

  private static ReductionOperator calling(Runnable call) {
    return ReductionOperator.custom("mine", true, (_, _, _, _, _) -> call.run());
  }

  private static void reduce(Communicator world, ReductionOperator operator) {
    long[] data = {world.rank()};
    world
        .withAlgorithm("allreduce=recursive-doubling")
        .allreduce(Buffer.of(data), Buffer.of(new long[1]), operator);
  }

  @ParameterizedTest
  @EnumSource
  void an_operator_that_calls_is_refused_and_the_ranks_go_on(TestFabric fabric) {
    List<Consumer<Communicator>> calls =
        List.of(
            Communicator::barrier,
            Communicator::iBarrier,
            world -> world.send(Buffer.of(new byte[1]), world.rank(), 0),
            world -> world.probe(1 - world.rank(), 0),
            world -> reduce(world, ReductionOperator.SUM),
            Communicator::duplicate);
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (Consumer<Communicator> call : calls) {
            ReductionOperator operator = calling(() -> call.accept(world));
            assertThatThrownBy(() -> reduce(world, operator))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                    "rank " + world.rank(), "'mine'", "allreduce", "section 6.9.5");
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @EnumSource(ThreadLevel.class)
  void it_is_refused_at_every_thread_level(ThreadLevel level) {
    Starling.local(
        2,
        level,
        world -> {
          assertThatThrownBy(() -> reduce(world, calling(world::barrier)))
              .hasMessageContaining("section 6.9.5");
          world.barrier();
        });
  }

  @Test
  void it_may_not_await_what_the_program_has_started() {
    Starling.local(
        2,
        world -> {
          byte[] byteOfOther = new byte[1];
          Request receive = world.iReceive(Buffer.of(byteOfOther), 1 - world.rank(), 7);
          assertThatThrownBy(() -> reduce(world, calling(receive::await)))
              .hasMessageContaining("section 6.9.5");
          world.send(Buffer.of(new byte[] {3}), 1 - world.rank(), 7);
          receive.await();
          assertThat(byteOfOther).containsExactly(3);
        });
  }

  @Test
  void it_may_ask_for_its_rank_and_fold_by_another_operator() {
    Starling.local(
        2,
        world -> {
          ReductionOperator operator =
              ReductionOperator.custom(
                  "sum of ranks",
                  true,
                  (left, right, into, count, type) -> {
                    assertThat(world.rank()).isLessThan(world.size());
                    FoldingOperator.of(ReductionOperator.SUM)
                        .fold(type)
                        .fold(left, 0, right, 0, into, 0, count * type.size());
                  });
          long[] result = new long[1];
          world.allreduce(Buffer.of(new long[] {1 + world.rank()}), Buffer.of(result), operator);
          assertThat(result).containsExactly(3);
        });
  }

  /** Nothing is in the middle of an event there: it runs between two. */
  @Test
  void what_follows_on_a_request_may_wait() {
    Starling.local(
        2,
        world -> {
          AtomicReference<Throwable> problem = new AtomicReference<>();
          long[] sum = new long[1];
          var followed =
              world
                  .iBarrier()
                  .toCompletionStage()
                  .thenRun(
                      () ->
                          world.allreduce(
                              Buffer.of(new long[] {1}), Buffer.of(sum), ReductionOperator.SUM))
                  .whenComplete((_, thrown) -> problem.set(thrown))
                  .toCompletableFuture();
          while (!followed.isDone()) {
            world.iProbe(world.rank(), 9);
          }
          assertThat(problem.get()).isNull();
          assertThat(sum).containsExactly(2);
        });
  }

  private static int endless(int depth) {
    return depth < 0 ? depth : 1 + endless(depth + 1);
  }

  @Test
  void an_error_without_a_message_is_named_with_its_place_rank_and_operation() {
    Starling.local(
        2,
        world -> {
          assertThatThrownBy(() -> reduce(world, calling(() -> endless(0))))
              .isInstanceOf(StarlingException.class)
              .hasRootCauseInstanceOf(StackOverflowError.class)
              .hasMessageContainingAll(
                  "allreduce",
                  "failed on rank " + world.rank(),
                  "java.lang.StackOverflowError at ",
                  "CallInsideOperatorTest.endless",
                  "-Xss");
          ReductionOperator greedy =
              calling(
                  () -> {
                    throw new OutOfMemoryError();
                  });
          assertThatThrownBy(() -> reduce(world, greedy))
              .isInstanceOf(StarlingException.class)
              .hasMessageContainingAll(
                  "java.lang.OutOfMemoryError at ", "CallInsideOperatorTest", "-Xmx");
        });
  }

  @Test
  void an_exception_of_the_operator_itself_tells_beside_which_operation_it_ended() {
    Starling.local(
        2,
        world -> {
          RuntimeException own = new IllegalArgumentException();
          ReductionOperator operator =
              calling(
                  () -> {
                    throw own;
                  });
          for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> reduce(world, operator)).isSameAs(own);
          }
          assertThat(own.getSuppressed())
              .singleElement()
              .asString()
              .contains("rank " + world.rank(), "allreduce");
        });
  }
}
