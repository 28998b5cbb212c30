package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SelfMessageTest {

  private static final int[] LENGTHS = {0, 4, 10_000, 1_000_000};

  @ParameterizedTest
  @EnumSource
  void a_receive_may_be_posted_after_the_send_in_every_mode(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          for (int length : LENGTHS) {
            byte[] data = new byte[length];
            java.util.Arrays.fill(data, (byte) 5);
            for (boolean synchronous : new boolean[] {false, true}) {
              Request send =
                  synchronous
                      ? world.iSynchronousSend(Buffer.of(data), 0, 1)
                      : world.iSend(Buffer.of(data), 0, 1);
              assertThat(world.probe(0, 1)).isEqualTo(new Status(0, 1, length));
              if (synchronous) {
                assertThat(send.test()).isFalse();
              }
              byte[] received = new byte[length];
              world.receive(Buffer.of(received), Communicator.ANY_SOURCE, 1);
              send.await();
              assertThat(received).isEqualTo(data);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_receive_may_be_posted_before_a_synchronous_send(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          for (int length : LENGTHS) {
            byte[] received = new byte[length];
            Request receive = world.iReceive(Buffer.of(received), 0, 1);
            world.synchronousSend(Buffer.of(new byte[length]), 0, 1);
            receive.await();
            assertThat(receive.status()).isEqualTo(new Status(0, 1, length));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_message_to_oneself_can_be_taken_by_a_matched_probe(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          for (int length : LENGTHS) {
            Request send = world.iSynchronousSend(Buffer.of(new byte[length]), 0, 1);
            Message message = world.matchedProbe(0, 1);
            assertThat(world.iProbe(0, 1)).isEmpty();
            assertThat(send.test()).isFalse();
            assertThat(message.receive(Buffer.of(new byte[length])).bytes()).isEqualTo(length);
            send.await();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_synchronous_send_to_another_rank_waits_for_its_receive(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int length : LENGTHS) {
            if (world.rank() == 0) {
              Request send = world.iSynchronousSend(Buffer.of(new byte[length]), 1, 1);
              world.receive(Buffer.EMPTY, 1, 2);
              assertThat(send.test()).isFalse();
              world.send(Buffer.EMPTY, 1, 3);
              send.await();
            } else {
              world.probe(0, 1);
              world.send(Buffer.EMPTY, 0, 2);
              world.receive(Buffer.EMPTY, 0, 3);
              world.receive(Buffer.of(new byte[length]), 0, 1);
            }
          }
          try (var again = world.synchronousSendInit(Buffer.EMPTY, 1 - world.rank(), 4)) {
            for (int i = 0; i < 3; i++) {
              again.start();
              world.receive(Buffer.EMPTY, 1 - world.rank(), 4);
              again.await();
            }
          }
        });
  }
}
