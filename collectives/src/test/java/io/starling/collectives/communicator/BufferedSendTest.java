package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BufferedSendTest {

  /** Short, on the way through staging, and longer than any transport buffers. */
  private static final int[] LENGTHS = {0, 1, 10_000, 20_000_000};

  @ParameterizedTest
  @EnumSource
  void both_ranks_may_send_before_they_receive_and_change_their_data_at_once(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int peer = 1 - world.rank();
          for (int length : LENGTHS) {
            byte[] data = filled(length, world.rank() + 1);
            world.bufferedSend(Buffer.of(data), peer, 3);
            Arrays.fill(data, (byte) 77);
            byte[] received = new byte[length];
            world.receive(Buffer.of(received), peer, 3);
            assertThat(Arrays.equals(received, filled(length, peer + 1))).isTrue();
          }
          world.flushBuffer();
        });
  }

  private static byte[] filled(int length, int value) {
    byte[] data = new byte[length];
    Arrays.fill(data, (byte) value);
    return data;
  }

  @ParameterizedTest
  @EnumSource
  void buffered_messages_and_others_do_not_overtake_each_other(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] number = new int[30_000];
          if (world.rank() == 0) {
            for (int i = 0; i < 40; i++) {
              number[0] = i;
              Buffer data = Buffer.of(number, 0, i % 3 == 0 ? number.length : 1);
              if (i % 2 == 0) {
                world.bufferedSend(data, 1, 4);
              } else {
                world.send(data, 1, 4);
              }
            }
          } else {
            for (int i = 0; i < 40; i++) {
              world.receive(Buffer.of(number), Communicator.ANY_SOURCE, 4);
              assertThat(number[0]).isEqualTo(i);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_close_waits_until_the_copies_have_left(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Communicator part = world.duplicate()) {
            if (part.rank() == 0) {
              part.bufferedSend(Buffer.of(filled(20_000_000, 5)), 1, 0);
            } else {
              byte[] received = new byte[20_000_000];
              part.receive(Buffer.of(received), 0, 0);
              assertThat(received).isEqualTo(filled(received.length, 5));
            }
          }
        });
  }

  @Test
  void an_attached_buffer_is_a_limit_until_messages_are_received() {
    RankTeam.run(
        TestFabric.SYNCHRONOUS,
        2,
        world -> {
          if (world.rank() == 0) {
            world.attachBuffer(100);
            world.bufferedSend(Buffer.of(filled(60, 1)), 1, 0);
            assertThatThrownBy(() -> world.bufferedSend(Buffer.of(filled(41, 2)), 1, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("rank 0: 41 bytes to rank 1 do not fit")
                .hasMessageContaining("1 message that no receive has taken use 60 of its 100")
                .hasMessageContaining("attach a larger one");
            world.bufferedSend(Buffer.of(filled(40, 3)), 1, 0);
            assertThatThrownBy(() -> world.attachBuffer(5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("100 bytes is attached already");
            world.barrier();
            world.flushBuffer();
            world.bufferedSend(Buffer.of(filled(100, 4)), 1, 0);
            world.detachBuffer();
            world.bufferedSend(Buffer.of(filled(1000, 5)), 1, 0);
          } else {
            world.barrier();
            for (int length : new int[] {60, 40, 100, 1000}) {
              byte[] received = new byte[1000];
              assertThat(world.receive(Buffer.of(received), 0, 0).bytes()).isEqualTo(length);
            }
          }
        });
  }

  @Test
  void wrong_calls_are_refused() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          Buffer data = Buffer.of(new int[1]);
          assertThatThrownBy(() -> world.bufferedSend(data, 1, 0))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("destination 1 is not a rank");
          assertThatThrownBy(() -> world.bufferedSend(data, 0, -1))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> world.attachBuffer(-1))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("at least 0 bytes");
          assertThatThrownBy(world::detachBuffer)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("no buffer is attached");
          world.bufferedSend(data, Communicator.PROC_NULL, 0);
          world.bufferedSend(data, 0, 0);
          world.receive(Buffer.of(new int[1]), 0, 0);
        });
  }
}
