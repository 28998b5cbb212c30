package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.Status;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CancelTest {

  @ParameterizedTest
  @EnumSource
  void a_cancelled_receive_ends_without_a_message_and_leaves_it_to_the_next(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(Buffer.EMPTY, 1, 1);
            world.send(Buffer.of(new int[] {5}), 1, 2);
          } else {
            int[] data = {-1};
            Request receive = world.iReceive(Buffer.of(data), 0, 2);
            assertThat(receive.isCancelled()).isFalse();
            receive.cancel();
            receive.cancel();
            receive.await();
            assertThat(receive.isCancelled()).isTrue();
            assertThat(receive.test()).isTrue();
            assertThatThrownBy(receive::status)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("was cancelled");
            world.send(Buffer.EMPTY, 0, 1);
            world.probe(0, 2);
            assertThat(data).containsExactly(-1);
            world.receive(Buffer.of(data), 0, 2);
            assertThat(data).containsExactly(5);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_receive_that_has_its_message_is_not_cancelled(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          int[] data = new int[1];
          Request receive = world.iReceive(Buffer.of(data), 0, 2);
          world.send(Buffer.of(new int[] {6}), 0, 2);
          receive.await();
          receive.cancel();
          receive.await();
          assertThat(receive.isCancelled()).isFalse();
          assertThat(receive.status()).isEqualTo(new Status(0, 2, 4));
          assertThat(data).containsExactly(6);
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_persistent_receive_can_be_cancelled_and_started_again(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          int[] data = new int[1];
          try (PersistentRequest receive = world.receiveInit(Buffer.of(data), 0, 2)) {
            assertThatThrownBy(receive::cancel)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("never started");
            for (int i = 0; i < 5; i++) {
              receive.start().cancel();
              receive.await();
              assertThat(receive.isCancelled()).isTrue();
              receive.start();
              assertThat(receive.isCancelled()).isFalse();
              world.send(Buffer.of(new int[] {i}), 0, 2);
              receive.await();
              assertThat(receive.isCancelled()).isFalse();
              assertThat(receive.status().bytes()).isEqualTo(4);
              assertThat(data).containsExactly(i);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void of_messages_that_race_with_cancels_none_is_lost_and_none_comes_twice(TestFabric fabric) {
    int count = 300;
    int[] lengths = {4, 10_000, 200_000};
    RankTeam.run(
        fabric,
        2,
        world -> {
          SplittableRandom chance = new SplittableRandom(world.rank());
          int[] data = new int[50_000];
          if (world.rank() == 0) {
            for (int i = 0; i < count; i++) {
              data[0] = i;
              world.send(Buffer.of(data).slice(0, lengths[i % 3] / 4), 1, i % 2);
            }
            return;
          }
          int next = 0;
          while (next < count) {
            Request receive = world.iReceive(Buffer.of(data), 0, Communicator.ANY_TAG);
            for (int polls = chance.nextInt(20); polls > 0; polls--) {
              receive.test();
            }
            receive.cancel();
            receive.await();
            if (!receive.isCancelled()) {
              assertThat(receive.status()).isEqualTo(new Status(0, next % 2, lengths[next % 3]));
              assertThat(data[0]).isEqualTo(next);
              next++;
            }
          }
          assertThat(world.iProbe(0, Communicator.ANY_TAG)).isEmpty();
        });
  }

  @Test
  void in_any_order_of_events_a_receive_either_has_its_message_or_is_cancelled() {
    for (long seed = 0; seed < 300; seed++) {
      SteppedRanks ranks = new SteppedRanks(2, seed);
      SplittableRandom chance = new SplittableRandom(seed);
      Communicator receiver = ranks.worlds().get(1);
      int[] first = new int[1];
      int[] second = new int[1];
      Request early = receiver.iReceive(Buffer.of(first), 0, 0);
      Request late = receiver.iReceive(Buffer.of(second), 0, 0);
      Request send = ranks.worlds().get(0).iSend(Buffer.of(new int[] {8}), 1, 0);
      for (int steps = chance.nextInt(6); steps > 0; steps--) {
        ranks.step();
      }
      early.cancel();
      while (!early.test()) {
        ranks.step();
      }
      late = early.isCancelled() ? late : cancelled(late);
      while (!Requests.testAll(List.of(early, late)) || !send.test()) {
        ranks.step();
      }
      assertThat(early.isCancelled()).as("seed %d", seed).isNotEqualTo(late.isCancelled());
      assertThat(first[0] + second[0]).as("seed %d", seed).isEqualTo(8);
      assertThat(early.isCancelled() ? second : first).containsExactly(8);
    }
  }

  private static Request cancelled(Request request) {
    request.cancel();
    return request;
  }

  @Test
  void sends_exchanges_and_collectives_refuse_to_be_cancelled() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          int other = 1 - world.rank();
          Request send = world.iSynchronousSend(Buffer.of(new int[1]), other, 0);
          Request exchange =
              world.iSendReceive(Buffer.of(new int[1]), other, 1, Buffer.of(new int[1]), other, 1);
          Request barrier = world.iBarrier();
          for (int i = 0; i < 2; i++) {
            for (Request refusing : List.of(send, exchange)) {
              assertThatThrownBy(refusing::cancel)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("rank " + world.rank() + ": a send can't be cancelled")
                  .hasMessageContaining("3.8.4");
              assertThat(refusing.isCancelled()).isFalse();
            }
            assertThatThrownBy(barrier::cancel)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a collective can't be cancelled");
            if (i == 0) {
              world.receive(Buffer.of(new int[1]), other, 0);
              Requests.awaitAll(List.of(send, exchange, barrier));
            }
          }
        });
  }
}
