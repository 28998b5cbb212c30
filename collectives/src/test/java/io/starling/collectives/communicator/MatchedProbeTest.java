package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MatchedProbeTest {

  private static final int[] LENGTHS = {0, 1, 10_000, 1_000_000};

  @ParameterizedTest
  @EnumSource
  void a_message_that_was_taken_is_received_by_nobody_else(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : LENGTHS) {
            if (world.rank() == 0) {
              Request first = world.iSend(Buffer.of(filled(length, 1)), 1, 3);
              world.send(Buffer.of(filled(length + 7, 2)), 1, 3);
              first.await();
            } else {
              Message message = world.matchedProbe(0, 3);
              assertThat(message.status()).isEqualTo(new Status(0, 3, length));
              byte[] second = new byte[length + 7];
              Status status =
                  world.receive(Buffer.of(second), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
              assertThat(status.bytes()).isEqualTo(length + 7L);
              assertThat(second).isEqualTo(filled(length + 7, 2));
              byte[] first = new byte[length + 3];
              assertThat(message.receive(Buffer.of(first))).isEqualTo(message.status());
              assertThat(first).isEqualTo(Arrays.copyOf(filled(length, 1), length + 3));
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void messages_that_were_taken_can_be_received_in_any_order(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int count = 20;
          if (world.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              sends.add(world.iSynchronousSend(Buffer.of(filled(i * 1000, i)), 1, i));
            }
            sends.forEach(Request::await);
          } else {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < count; i++) {
              messages.add(world.matchedProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG));
            }
            assertThat(world.iProbe(0, Communicator.ANY_TAG)).isEmpty();
            for (int i = count - 1; i >= 0; i--) {
              byte[] received = new byte[i * 1000];
              Request receive = messages.get(i).iReceive(Buffer.of(received));
              receive.await();
              assertThat(receive.status()).isEqualTo(new Status(0, i, received.length));
              assertThat(received).isEqualTo(filled(i * 1000, i));
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void looking_again_and_again_takes_the_message_in_the_end_and_once(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(Buffer.EMPTY, 1, 1);
            world.send(Buffer.of(new int[] {8}), 1, 2);
          } else {
            assertThat(world.iMatchedProbe(0, 2)).isEmpty();
            world.send(Buffer.EMPTY, 0, 1);
            Optional<Message> message = world.iMatchedProbe(0, 2);
            while (message.isEmpty()) {
              Thread.onSpinWait();
              message = world.iMatchedProbe(0, 2);
            }
            assertThat(world.iMatchedProbe(0, 2)).isEmpty();
            int[] received = new int[1];
            message.get().receive(Buffer.of(received));
            assertThat(received).containsExactly(8);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_message_longer_than_the_buffer_fails_and_is_gone(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : new int[] {8, 10_000, 1_000_000}) {
            if (world.rank() == 0) {
              world.send(Buffer.of(new byte[length]), 1, 5);
            } else {
              Message message = world.matchedProbe(0, 5);
              byte[] room = new byte[length / 2];
              assertThatThrownBy(() -> message.receive(Buffer.of(room)))
                  .isInstanceOf(StarlingException.class)
                  .hasMessageContainingAll("rank 1", "longer than the buffer");
              assertThatThrownBy(() -> message.receive(Buffer.of(new byte[length])))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining(length + " bytes from rank 0 with tag 5")
                  .hasMessageContaining("was received before");
            }
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_synchronous_send_waits_for_the_receive_and_not_for_the_probe(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          if (world.rank() == 0) {
            Request send = world.iSynchronousSend(Buffer.of(new int[] {1}), 1, 1);
            world.receive(Buffer.EMPTY, 1, 2);
            assertThat(send.test()).isFalse();
            world.send(Buffer.EMPTY, 1, 3);
            send.await();
          } else {
            Message message = world.matchedProbe(0, 1);
            world.send(Buffer.EMPTY, 0, 2);
            world.receive(Buffer.EMPTY, 0, 3);
            message.receive(Buffer.of(new int[1]));
          }
        });
  }

  @Test
  void a_buffer_that_is_refused_leaves_the_message_to_be_received() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          world.send(Buffer.of(new int[] {4}), 0, 0);
          Message message = world.matchedProbe(0, 0);
          assertThatThrownBy(() -> message.receive(Buffer.IN_PLACE))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("buffer may not be IN_PLACE");
          int[] received = new int[1];
          message.receive(Buffer.of(received));
          assertThat(received).containsExactly(4);
          assertThatThrownBy(() -> message.iReceive(Buffer.of(received)))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("was received before");
        });
  }

  @Test
  void a_matched_receive_is_not_cancelled() {
    RankTeam.run(
        TestFabric.UCX,
        1,
        world -> {
          Request send = world.iSend(Buffer.of(new byte[1_000_000]), 0, 0);
          Request receive = world.matchedProbe(0, 0).iReceive(Buffer.of(new byte[1_000_000]));
          receive.cancel();
          receive.await();
          send.await();
          assertThat(receive.isCancelled()).isFalse();
          assertThat(receive.status().bytes()).isEqualTo(1_000_000);
        });
  }

  @Test
  void a_communicator_whose_messages_were_not_all_received_is_not_closed() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Communicator other = world.duplicate();
          other.send(Buffer.EMPTY, 0, 0);
          Message message = other.matchedProbe(0, 0);
          assertThatThrownBy(other::close)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("rank 0: the communicator can't be closed")
              .hasMessageContaining("1 message that matchedProbe took was never received");
          message.receive(Buffer.EMPTY);
          other.close();
          assertThatThrownBy(() -> message.receive(Buffer.EMPTY)).hasMessageContaining("closed");
        });
  }

  @Test
  void a_world_that_is_closed_says_that_messages_were_never_received() {
    SteppedRanks ranks = new SteppedRanks(1, 1);
    Communicator world = ranks.worlds().getFirst();
    for (int i = 0; i < 2; i++) {
      world.iSend(Buffer.EMPTY, 0, 0);
    }
    int taken = 0;
    while (taken < 2) {
      taken += world.iMatchedProbe(0, 0).isPresent() ? 1 : 0;
    }
    assertThatThrownBy(world::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("2 messages that matchedProbe took were never received");
    world.close();
    assertThatThrownBy(() -> world.iProbe(0, 0)).hasMessageContaining("closed");
  }

  private static byte[] filled(int length, int salt) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + salt);
    }
    return bytes;
  }
}
