package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Requests;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What can be started again, and when it is refused. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PersistentRequestTest {

  @ParameterizedTest
  @EnumSource
  void a_start_that_is_refused_leaves_the_next_collective_alone(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] value = {world.rank() == 0 ? 7 : 0};
          try (PersistentRequest broadcast = world.broadcastInit(Buffer.of(value), 0)) {
            if (world.rank() == 0) {
              assertThatThrownBy(() -> CompletableFuture.runAsync(broadcast::start).join())
                  .hasCauseInstanceOf(IllegalStateException.class);
            }
            world.barrier();
            broadcast.start().await();
            assertThat(value).containsExactly(7);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED"})
  void a_wait_ends_although_an_action_starts_the_request_again(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          int[] value = new int[1];
          if (world.rank() == 1) {
            world.send(Buffer.of(new int[] {1}), other, 0);
            world.receive(Buffer.of(value), other, 1);
            world.send(Buffer.of(new int[] {2}), other, 0);
            return;
          }
          try (PersistentRequest receive = world.receiveInit(Buffer.of(value), other, 0)) {
            receive.start();
            CompletableFuture<Void> again =
                receive.toCompletionStage().thenRun(receive::start).toCompletableFuture();
            CompletableFuture<Status> second = receive.toCompletionStage().toCompletableFuture();
            receive.await();
            assertThat(again).isCompleted();
            assertThat(second).isCompletedWithValueMatching(status -> status.bytes() == 4);
            world.send(Buffer.of(new int[1]), other, 1);
            receive.await();
            assertThat(value).containsExactly(2);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED"})
  void a_wait_for_several_ends_although_an_action_starts_one_again(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          if (world.rank() == 1) {
            world.send(Buffer.of(new int[1]), other, 0);
            world.receive(Buffer.of(new int[1]), other, 1);
            world.send(Buffer.of(new int[1]), other, 0);
            return;
          }
          try (PersistentRequest receive = world.receiveInit(Buffer.of(new int[1]), other, 0)) {
            receive.start().toCompletionStage().thenRun(receive::start);
            Requests.awaitAll(List.of(receive));
            world.send(Buffer.of(new int[1]), other, 1);
            receive.await();
          }
        });
  }

  @Test
  void a_persistent_request_refuses_what_its_state_does_not_allow() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          PersistentRequest receive = world.receiveInit(Buffer.of(new int[1]), 0, 6);
          assertThatThrownBy(receive::await)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("never started");
          receive.start();
          assertThatThrownBy(receive::start)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("receive of at most 4 bytes from rank 0 with tag 6")
              .hasMessageContaining("still under way");
          assertThatThrownBy(receive::close)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("still under way");
          world.send(Buffer.of(new int[1]), 0, 6);
          receive.await();
          receive.close();
          receive.close();
          assertThatThrownBy(receive::start)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("closed");
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_persistent_receive_that_failed_can_be_started_again(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.send(Buffer.of(new int[2]), 1, 0);
            world.send(Buffer.of(new int[] {5}), 1, 0);
            return;
          }
          int[] value = new int[1];
          try (PersistentRequest receive = world.receiveInit(Buffer.of(value), 0, 0)) {
            assertThatThrownBy(receive.start()::await).isInstanceOf(StarlingException.class);
            receive.start().await();
            assertThat(receive.status().bytes()).isEqualTo(4);
          }
          assertThat(value).containsExactly(5);
        });
  }
}
