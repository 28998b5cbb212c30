package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SendReceiveTest {

  private static final int[] LENGTHS = {0, 1, 10_000, 1_000_000};

  @ParameterizedTest
  @EnumSource
  void neighbours_in_a_circle_exchange_messages_of_any_length(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int next = (world.rank() + 1) % 3;
          int previous = (world.rank() + 2) % 3;
          for (int length : LENGTHS) {
            byte[] received = new byte[length + 1];
            Status status =
                world.sendReceive(
                    Buffer.of(filled(length, world.rank())),
                    next,
                    world.rank(),
                    Buffer.of(received),
                    previous,
                    Communicator.ANY_TAG);
            assertThat(status).isEqualTo(new Status(previous, previous, length));
            assertThat(received).isEqualTo(Arrays.copyOf(filled(length, previous), length + 1));
            Request request =
                world.iSendReceive(
                    Buffer.of(filled(length, 9)),
                    previous,
                    1,
                    Buffer.of(received),
                    Communicator.ANY_SOURCE,
                    1);
            request.await();
            assertThat(request.status()).isEqualTo(new Status(next, 1, length));
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_buffer_can_be_replaced_by_the_neighbour_s(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int next = (world.rank() + 1) % 3;
          int previous = (world.rank() + 2) % 3;
          for (int length : LENGTHS) {
            byte[] data = filled(length, world.rank());
            Status status = world.sendReceiveReplace(Buffer.of(data), next, 1, previous, 1);
            assertThat(status).isEqualTo(new Status(previous, 1, length));
            assertThat(data).isEqualTo(filled(length, previous));
            Request back = world.iSendReceiveReplace(Buffer.of(data), previous, 2, next, 2);
            back.await();
            assertThat(back.status()).isEqualTo(new Status(next, 2, length));
            assertThat(data).isEqualTo(filled(length, world.rank()));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void it_meets_sends_and_receives_of_other_calls(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] received = new int[1];
          if (world.rank() == 0) {
            world.sendReceive(Buffer.of(new int[] {5}), 1, 1, Buffer.of(received), 1, 2);
            assertThat(received).containsExactly(6);
          } else {
            Request send = world.iSend(Buffer.of(new int[] {6}), 0, 2);
            world.receive(Buffer.of(received), 0, 1);
            send.await();
            assertThat(received).containsExactly(5);
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_rank_exchanges_with_itself(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          for (int length : LENGTHS) {
            byte[] received = new byte[length];
            world.sendReceive(Buffer.of(filled(length, 1)), 0, 3, Buffer.of(received), 0, 3);
            assertThat(received).isEqualTo(filled(length, 1));
            world.sendReceiveReplace(Buffer.of(received), 0, 4, 0, 4);
            assertThat(received).isEqualTo(filled(length, 1));
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void beyond_the_edge_of_a_line_there_is_nobody(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int right = world.rank() == 2 ? Communicator.PROC_NULL : world.rank() + 1;
          int left = world.rank() == 0 ? Communicator.PROC_NULL : world.rank() - 1;
          int[] received = {-1};
          Status status =
              world.sendReceive(
                  Buffer.of(new int[] {world.rank()}), right, 0, Buffer.of(received), left, 0);
          assertThat(received).containsExactly(world.rank() - 1);
          assertThat(status)
              .isEqualTo(
                  world.rank() == 0
                      ? new Status(Communicator.PROC_NULL, Communicator.ANY_TAG, 0)
                      : new Status(left, 0, 4));
          int[] shifted = {world.rank()};
          world.sendReceiveReplace(Buffer.of(shifted), right, 1, left, 1);
          assertThat(shifted).containsExactly(Math.max(0, world.rank() - 1));
        });
  }

  @Test
  void calls_with_nobody_are_complete_at_once_and_change_nothing() {
    SteppedRanks ranks = new SteppedRanks(1, 1);
    Communicator world = ranks.worlds().getFirst();
    int nobody = Communicator.PROC_NULL;
    Status nothing = new Status(nobody, Communicator.ANY_TAG, 0);
    int[] data = {7};
    Buffer buffer = Buffer.of(data);
    world.send(buffer, nobody, 0);
    world.synchronousSend(buffer, nobody, 0);
    assertThat(world.receive(buffer, nobody, 5)).isEqualTo(nothing);
    assertThat(world.probe(nobody, 5)).isEqualTo(nothing);
    assertThat(world.iProbe(nobody, Communicator.ANY_TAG)).contains(nothing);
    assertThat(world.sendReceiveReplace(buffer, nobody, 0, nobody, 0)).isEqualTo(nothing);
    Message none = world.matchedProbe(nobody, 0);
    assertThat(none.status()).isEqualTo(nothing);
    assertThat(none.receive(buffer)).isEqualTo(nothing);
    assertThat(world.iMatchedProbe(nobody, 0)).isPresent();
    Stream.of(
            world.iSend(buffer, nobody, 0),
            world.iSynchronousSend(buffer, nobody, 0),
            world.sendInit(buffer, nobody, 0).start())
        .forEach(Request::await);
    for (Request receive :
        List.of(
            world.iReceive(buffer, nobody, 0),
            world.receiveInit(buffer, nobody, 0).start(),
            world.iSendReceiveReplace(buffer, nobody, 0, nobody, 0),
            world.iMatchedProbe(nobody, 0).orElseThrow().iReceive(buffer))) {
      receive.await();
      assertThat(receive.status()).isEqualTo(nothing);
    }
    assertThat(data).containsExactly(7);
    world.close();
  }

  @ParameterizedTest
  @EnumSource
  void a_message_that_is_too_long_fails_and_the_next_exchange_goes_well(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int other = 1 - world.rank();
          int[] small = new int[1];
          assertThatThrownBy(
                  () ->
                      world.sendReceive(
                          Buffer.of(new int[2]), other, 1, Buffer.of(small), other, 1))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("send of 8 bytes to rank " + other)
              .hasMessageContaining("longer than the buffer");
          world.sendReceive(Buffer.of(new int[] {3}), other, 1, Buffer.of(small), other, 1);
          assertThat(small).containsExactly(3);
        });
  }

  @Test
  void in_any_order_of_events_all_exchanges_come_to_an_end() {
    for (long seed = 0; seed < 200; seed++) {
      int size = 1 + (int) (seed % 5);
      SteppedRanks ranks = new SteppedRanks(size, seed);
      int[][] data = IntStream.range(0, size).mapToObj(i -> new int[] {i, 0}).toArray(int[][]::new);
      ranks.run(
          world -> {
            int[] own = data[world.rank()];
            Buffer received = Buffer.of(own).slice(1, 1);
            int next = (world.rank() + 1) % size;
            int previous = (world.rank() + size - 1) % size;
            return List.of(
                world.iSendReceive(Buffer.of(own).slice(0, 1), next, 1, received, previous, 1),
                world.iSynchronousSend(Buffer.of(new byte[9000]), previous, 2),
                world.iReceive(Buffer.of(new byte[9000]), next, 2));
          });
      for (int rank = 0; rank < size; rank++) {
        assertThat(data[rank]).as("seed %d", seed).containsExactly(rank, (rank + size - 1) % size);
      }
    }
  }

  private static byte[] filled(int length, int salt) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31 + salt);
    }
    return bytes;
  }
}
