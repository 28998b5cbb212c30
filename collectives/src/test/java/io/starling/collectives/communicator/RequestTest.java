package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a request is waited for, and what it says at its end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RequestTest {

  private static final Duration SHORT = Duration.ofMillis(1);

  @Test
  void a_wait_with_a_limit_says_whether_the_operation_is_complete() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Request receive = world.iReceive(Buffer.of(new int[1]), 0, 0);
          assertThat(receive.await(Duration.ZERO)).isFalse();
          assertThat(receive.await(SHORT)).isFalse();
          assertThat(receive.test()).isFalse();
          Request send = world.iSend(Buffer.of(new int[1]), 0, 0);
          receive.await();
          send.await();
          assertThat(receive.await(Duration.ZERO)).isTrue();
          assertThat(receive.test()).isTrue();
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_that_is_over_leaves_the_operation_under_way(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] value = {world.rank() == 0 ? 3 : 0};
          if (world.rank() == 1) {
            Request broadcast = world.iBroadcast(Buffer.of(value), 0);
            assertThat(broadcast.await(SHORT)).isFalse();
            world.send(Buffer.EMPTY, 0, 1);
            while (!broadcast.await(SHORT)) {
              Thread.onSpinWait();
            }
          } else {
            world.receive(Buffer.EMPTY, 1, 1);
            world.broadcast(Buffer.of(value), 0);
          }
          assertThat(value).containsExactly(3);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_wait_ends_with_its_own_run_even_if_a_stage_starts_the_machine_again(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] first = new int[1];
          int[] second = new int[1];
          if (world.rank() == 0) {
            world.send(Buffer.of(new int[] {1}), 1, 1);
            world.receive(Buffer.of(first), 1, 3);
            world.send(Buffer.of(new int[] {2}), 1, 2);
          } else {
            List<Request> next = new ArrayList<>();
            Request receive = world.iReceive(Buffer.of(first), 0, 1);
            receive
                .toCompletionStage()
                .thenRun(() -> next.add(world.iReceive(Buffer.of(second), 0, 2)));
            receive.await();
            assertThat(first).containsExactly(1);
            world.send(Buffer.of(first), 0, 3);
            next.getFirst().await();
            assertThat(second).containsExactly(2);
          }
        });
  }

  @Test
  void a_stage_completes_with_the_operation_and_after_it() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          AtomicInteger completions = new AtomicInteger();
          Request barrier = world.iBarrier();
          barrier.toCompletionStage().thenRun(completions::incrementAndGet);
          barrier.toCompletionStage().thenRun(completions::incrementAndGet);
          barrier.await();
          assertThat(completions).hasValue(2);
          barrier.toCompletionStage().thenRun(completions::incrementAndGet);
          assertThat(completions).hasValue(3);
        });
  }

  @Test
  void a_stage_fails_with_the_operation() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          if (world.rank() == 0) {
            world.send(Buffer.of(new int[2]), 1, 0);
            return;
          }
          AtomicReference<Throwable> early = new AtomicReference<>();
          AtomicReference<Throwable> late = new AtomicReference<>();
          Request receive = world.iReceive(Buffer.of(new int[1]), 0, 0);
          receive.toCompletionStage().whenComplete((nothing, failure) -> early.set(failure));
          assertThatThrownBy(receive::await).isInstanceOf(StarlingException.class);
          receive.toCompletionStage().whenComplete((nothing, failure) -> late.set(failure));
          assertThat(early.get()).isInstanceOf(CompletionException.class);
          Throwable failure = early.get().getCause();
          assertThat(failure).isInstanceOf(StarlingException.class);
          assertThat(late.get()).hasCause(failure);
          assertThatThrownBy(receive::test).isSameAs(failure);
          assertThatThrownBy(() -> receive.await(SHORT)).isSameAs(failure);
          assertThatThrownBy(receive::status).isInstanceOf(IllegalStateException.class);
        });
  }

  @Test
  void only_a_complete_receive_has_a_status() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Request send = world.iSend(Buffer.EMPTY, 0, 0);
          send.await();
          assertThatThrownBy(send::status)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("only a complete receive");
          assertThatThrownBy(world.iReceive(Buffer.EMPTY, 0, 1)::status)
              .isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(world.iBarrier()::status).isInstanceOf(IllegalStateException.class);
        });
  }

  @Test
  void a_request_remembers_its_end_while_its_machine_serves_others() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Request first = world.iReceive(Buffer.of(new int[4]), 0, 1);
          world.send(Buffer.of(new int[3]), 0, 1);
          first.await();
          Request second = world.iReceive(Buffer.of(new int[4]), 0, 2);
          assertThat(first.test()).isTrue();
          assertThat(first.status().bytes()).isEqualTo(12);
          world.send(Buffer.EMPTY, 0, 2);
          second.await();
          assertThat(first.status().tag()).isEqualTo(1);
        });
  }
}
